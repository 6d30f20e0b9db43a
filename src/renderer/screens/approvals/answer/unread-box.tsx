// For what is too long to be read: allowing it unread is a decision of its own, made here and never by the key that allows.
import { wholeNumber } from "../../../labels/format.ts";
import type { Progress } from "../../../lib/reading.ts";
import { unreadOf } from "../../../lib/unread.ts";
import { unreadBox as labels } from "../../../labels/answer.ts";

export interface UnreadBoxProps {
  readonly progress: Progress;
  readonly accepted: boolean;
  readonly onChange: (accepted: boolean) => void;
}

export function UnreadBox({ progress, accepted, onChange }: UnreadBoxProps) {
  const unread = unreadOf(progress);
  if (unread === undefined) return null;
  return (
    <label className="mt-2 flex w-fit items-center gap-2 text-xs">
      <input
        type="checkbox"
        checked={accepted}
        onChange={(event) => onChange(event.target.checked)}
        className="size-3.5 accent-danger-fill"
      />
      <span>{labels.allowWithoutReading(wholeNumber(unread.count), unread.unit)}</span>
      <span className="text-faint">{labels.recorded}</span>
    </label>
  );
}
