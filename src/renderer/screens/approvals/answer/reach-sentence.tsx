// What the choice means, with every limit of the rule it would write, and how long the request waits.
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import type { ReachWords } from "../../../../shared/reach/words.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { WaitingLine } from "../card/waiting-line.tsx";
import { reachSentence as labels } from "../../../labels/answer.ts";

export function ReachSentence({ words, approval }: { words: ReachWords; approval: HeldApproval }) {
  const { sentence, limits } = words;
  return (
    <div className="mt-2">
      <div className="flex items-start max-[639px]:flex-col max-[639px]:gap-1">
        <p className="min-w-0 text-xs leading-5 break-words text-quiet" aria-live="polite">
          {visibleLine(sentence)}
        </p>
        <WaitingLine approval={approval} />
      </div>
      {limits.length === 0 ? null : (
        <p
          aria-label={labels.limits}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="max-h-16 overflow-y-auto text-xs break-words text-faint"
        >
          {labels.only(visibleLine(limits.join("; ")))}
        </p>
      )}
    </div>
  );
}
