// Chooses a span of time: one that ends now, or two moments.
import { Check } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { menuLine, PopoverClose } from "../../components/popover.tsx";
import { type ActivityFilter, rangeNames } from "../../lib/activity-filter.ts";
import { filters } from "../../labels/activity.ts";
import { timePicker as labels } from "../../labels/activity.ts";

export interface TimePickerProps {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
  readonly onDone: () => void;
}

export function TimePicker({ filter, onChange, onDone }: TimePickerProps) {
  const { last, from, to, ...rest } = filter;
  const [typed, setTyped] = useState({ from: localText(from), to: localText(to) });
  const any = last === undefined && from === undefined && to === undefined;
  const moments = { from: momentOf(typed.from), to: momentOf(typed.to) };
  const wrong = moments.from !== undefined && moments.to !== undefined && moments.from >= moments.to;
  return (
    <div>
      <p className="label px-2 py-1">{labels.time}</p>
      {[undefined, ...rangeNames].map((name) => (
        <PopoverClose asChild key={name ?? "any"}>
          <button
            type="button"
            aria-pressed={name === undefined ? any : name === last}
            onClick={() => onChange(name === undefined ? rest : { ...rest, last: name })}
            className={menuLine}
          >
            <span className="w-3.5">
              {(name === undefined ? any : name === last) ? <Check size={12} aria-hidden /> : null}
            </span>
            {name === undefined ? labels.anyTime : filters.ranges[name]}
          </button>
        </PopoverClose>
      ))}
      <form
        className="mt-1.5 border-t border-line px-2 pt-2 pb-1"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({
            ...rest,
            ...(moments.from === undefined ? {} : { from: moments.from }),
            ...(moments.to === undefined ? {} : { to: moments.to }),
          });
          onDone();
        }}
      >
        {(["from", "to"] as const).map((side) => (
          <label key={side} className="mt-1 grid grid-cols-[3rem_1fr] items-center text-xs text-quiet">
            {side === "from" ? labels.from : labels.before}
            <input
              type="datetime-local"
              step={1}
              value={typed[side]}
              onChange={(event) => setTyped({ ...typed, [side]: event.target.value })}
              className="h-7 min-w-0 rounded-md border border-edge bg-canvas px-2 text-ink"
            />
          </label>
        ))}
        <div className="mt-2 flex items-center justify-end gap-2">
          {wrong ? <span className="text-xs text-danger">{labels.wrongOrder}</span> : null}
          <Button type="submit" disabled={wrong || (moments.from === undefined && moments.to === undefined)}>
            {labels.filter}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** A moment as the field writes it: local time without a zone. */
function localText(moment: number | undefined): string {
  if (moment === undefined) return "";
  return new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function momentOf(text: string): number | undefined {
  const moment = new Date(text).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}
