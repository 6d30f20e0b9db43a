// Views: filters with a name, those everybody has and those one has saved.
import { Bookmark, Check, ChevronDown, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { menuLine, Popover, PopoverClose } from "../../components/popover.tsx";
import { type ActivityFilter, builtInViews, type View } from "../../lib/activity-filter.ts";
import { removeView, saveView, useViews, viewNameOf } from "../../state/views-store.ts";
import { viewMenu as labels } from "../../labels/activity.ts";

export interface ViewMenuProps {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
}

export function ViewMenu({ filter, onChange }: ViewMenuProps) {
  const saved = useViews((state) => state.views);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const current = viewNameOf(saved, filter);
  const taken = builtInViews.some((view) => view.name === name.trim());
  return (
    <Popover
      label={labels.views}
      open={open}
      onOpenChange={setOpen}
      wide
      button={
        <Button className="max-w-52">
          <Bookmark size={13} aria-hidden className="shrink-0" />
          <span className="truncate">{current ?? labels.view}</span>
          <ChevronDown size={13} aria-hidden className="shrink-0 text-faint" />
        </Button>
      }
    >
      <Lines views={builtInViews} current={current} onChange={onChange} />
      {saved.length === 0 ? null : (
        <div className="mt-1.5 border-t border-line pt-1.5">
          <p className="label px-2 py-1">{labels.saved}</p>
          <Lines views={saved} current={current} onChange={onChange} onRemove={removeView} />
        </div>
      )}
      <form
        className="mt-1.5 flex gap-1.5 border-t border-line px-1 pt-2 pb-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          saveView(name.trim(), filter);
          setName("");
          setOpen(false);
        }}
      >
        <input
          type="text"
          aria-label={labels.name}
          placeholder={labels.saveAs}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          className="h-7 min-w-0 flex-1 cursor-text rounded-md border border-edge bg-canvas px-2 placeholder:text-faint select-text"
        />
        <Button type="submit" disabled={name.trim() === "" || taken}>
          {labels.save}
        </Button>
      </form>
    </Popover>
  );
}

interface LinesProps {
  readonly views: readonly View[];
  readonly current: string | undefined;
  readonly onChange: (filter: ActivityFilter) => void;
  readonly onRemove?: (name: string) => void;
}

function Lines({ views, current, onChange, onRemove }: LinesProps) {
  return (
    <ul>
      {views.map(({ name, filter }) => (
        <li key={name} className="flex items-center">
          <PopoverClose asChild>
            <button type="button" aria-pressed={name === current} onClick={() => onChange(filter)} className={menuLine}>
              <span className="w-3.5">{name === current ? <Check size={12} aria-hidden /> : null}</span>
              <span className="truncate">{name}</span>
            </button>
          </PopoverClose>
          {onRemove === undefined ? null : (
            <button
              type="button"
              aria-label={labels.deleteView(name)}
              onClick={() => onRemove(name)}
              className="rounded-sm p-1.5 text-faint hover:text-danger"
            >
              <Trash2 size={12} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
