// One line of the settings: name and effect on the left, the control and the reset button on the right.
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { row as labels } from "../../labels/settings.ts";

export interface RowProps {
  readonly label: string;
  readonly effect: ReactNode;
  readonly note?: string | undefined;
  readonly caution?: string | undefined;
  /** Absent when it has its default, or none. */
  readonly onReset?: (() => void) | undefined;
  readonly children: ReactNode;
}

export function Row({ label, effect, note, caution, onReset, children }: RowProps) {
  return (
    <fieldset
      aria-label={label}
      className="flex min-w-0 items-start gap-6 border-b border-line py-3 last:border-0 max-[639px]:flex-col max-[639px]:gap-2"
    >
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1 font-medium">
          {label}
          {onReset === undefined ? null : (
            <Button
              look="quiet"
              size="icon"
              className="-my-1"
              onClick={onReset}
              aria-label={labels.resetSetting(label)}
              title={labels.reset}
            >
              <RotateCcw size={12} aria-hidden />
            </Button>
          )}
        </p>
        <p className="max-w-xl text-xs text-quiet">
          {effect}
          {note === undefined ? null : <span className="text-faint"> {note}</span>}
        </p>
        {caution === undefined ? null : <p className="mt-0.5 max-w-xl text-xs font-medium text-warning">{caution}</p>}
      </div>
      <div className="max-w-full min-[640px]:shrink-0">{children}</div>
    </fieldset>
  );
}
