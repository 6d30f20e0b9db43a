// The active filters as chips that can be changed and removed, and the button for another one.
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Popover } from "../../components/popover.tsx";
import {
  type ActivityFilter,
  type AgentNames,
  chipWords,
  type Dimension,
  dimensions,
  timeWords,
  valuesOf,
  withValues,
} from "../../lib/activity-filter.ts";
import { FacetPicker } from "./facet-picker.tsx";
import { TextPicker } from "./text-picker.tsx";
import { TimePicker } from "./time-picker.tsx";
import { filterChips as labels } from "../../labels/activity.ts";

export interface FilterChipsProps {
  readonly filter: ActivityFilter;
  readonly names: AgentNames;
  readonly onChange: (filter: ActivityFilter) => void;
}

export function FilterChips({ filter, names, onChange }: FilterChipsProps) {
  const used = dimensions.filter(({ id }) => valuesOf(filter, id).length > 0);
  const isTimed = filter.last !== undefined || filter.from !== undefined || filter.to !== undefined;
  const { last: _last, from: _from, to: _to, ...timeless } = filter;
  const { first: _first, ...repeated } = filter;
  return (
    <ul
      aria-label={labels.filters}
      className="flex h-8 shrink-0 items-center gap-1.5 overflow-x-auto px-5 [scrollbar-width:none]"
    >
      <Chip
        label={labels.time}
        words={timeWords(filter)}
        quiet={!isTimed}
        onRemove={isTimed ? () => onChange(timeless) : undefined}
      >
        {(close) => <TimePicker filter={filter} onChange={onChange} onDone={close} />}
      </Chip>
      {filter.first === true ? (
        <Chip label={labels.eachIntent} words={labels.onceAsItCame} onRemove={() => onChange(repeated)} />
      ) : null}
      {used.map((dimension) => (
        <Chip
          key={dimension.id}
          label={dimension.label}
          words={chipWords(filter, dimension, names)}
          onRemove={() => onChange(withValues(filter, dimension.id, []))}
        >
          {(close) => <Picker dimension={dimension} filter={filter} names={names} onChange={onChange} onDone={close} />}
        </Chip>
      ))}
      <li className="shrink-0">
        <AddFilter filter={filter} names={names} onChange={onChange} />
      </li>
      {used.length + (isTimed ? 1 : 0) + (filter.first === true ? 1 : 0) + (filter.text === undefined ? 0 : 1) > 1 ? (
        <li className="shrink-0">
          <button
            type="button"
            onClick={() => onChange({})}
            className="h-6 rounded-md px-2 text-xs text-quiet hover:bg-hover hover:text-ink"
          >
            {labels.clearAll}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

interface ChipProps {
  readonly label: string;
  readonly words: string;
  readonly quiet?: boolean;
  readonly onRemove: (() => void) | undefined;
  /** What changes it, given how to close it. Without, it can only be taken out. */
  readonly children?: (close: () => void) => ReactNode;
}

function Chip({ label, words, quiet = false, onRemove, children }: ChipProps) {
  const [open, setOpen] = useState(false);
  const face = (
    <>
      <span className="text-faint">{label}</span>
      <span className={`min-w-0 truncate ${quiet ? "text-quiet" : "font-medium"}`}>{words}</span>
    </>
  );
  const look = "flex h-full min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2 last:pr-2";
  return (
    <li
      className={`flex h-[26px] max-w-72 shrink-0 items-center rounded-md border text-xs ${quiet ? "border-line" : "border-edge bg-hover"}`}
    >
      {children === undefined ? (
        <span className={look}>{face}</span>
      ) : (
        <Popover
          label={label}
          wide
          open={open}
          onOpenChange={setOpen}
          button={
            <button type="button" className={`${look} hover:text-ink`}>
              {face}
            </button>
          }
        >
          {children(() => setOpen(false))}
        </Popover>
      )}
      {onRemove === undefined ? null : (
        <button
          type="button"
          aria-label={labels.removeFilter(label.toLowerCase())}
          onClick={onRemove}
          className="flex h-full w-6 items-center justify-center rounded-md text-faint hover:text-ink"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </li>
  );
}

function AddFilter(props: FilterChipsProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Dimension>();
  const change = (next: boolean): void => {
    setOpen(next);
    setChosen(undefined);
  };
  return (
    <Popover
      label={chosen?.label ?? labels.filterBy}
      wide={chosen !== undefined}
      open={open}
      onOpenChange={change}
      button={
        <button
          type="button"
          className="flex h-6 items-center gap-1 rounded-md px-2 text-xs text-quiet hover:bg-hover hover:text-ink aria-expanded:bg-hover"
        >
          <Plus size={13} aria-hidden />
          {labels.filter}
        </button>
      }
    >
      {chosen === undefined ? (
        <ul>
          {dimensions.map((dimension) => (
            <li key={dimension.id}>
              <button
                type="button"
                onClick={() => setChosen(dimension)}
                className="flex h-7 w-full items-center rounded-sm px-2 text-left hover:bg-hover"
              >
                {dimension.label}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Picker dimension={chosen} {...props} onDone={() => change(false)} />
      )}
    </Popover>
  );
}

interface PickerProps extends FilterChipsProps {
  readonly dimension: Dimension;
  readonly onDone: () => void;
}

function Picker({ dimension, ...props }: PickerProps) {
  return "facet" in dimension ? (
    <FacetPicker dimension={dimension} {...props} />
  ) : (
    <TextPicker dimension={dimension} {...props} />
  );
}
