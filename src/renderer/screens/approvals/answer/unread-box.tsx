// For what is too long to be read: allowing it unread is a decision of its own, made here and never by the key that allows.
import { wholeNumber } from "../../text/format.ts";
import type { Progress } from "../../text/reading.ts";
import { unreadOf } from "../../text/unread.ts";

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
      <span>
        Allow without reading {wholeNumber(unread.count)} {unread.unit}
      </span>
      <span className="text-faint">This is recorded with your answer.</span>
    </label>
  );
}
