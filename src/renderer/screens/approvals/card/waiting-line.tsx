// Whether the request is denied by itself or waits until somebody answers, and how to change that.
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { useChange } from "../../../state/queries.ts";
import { countdown } from "../../../labels/format.ts";
import { waitingLine as labels } from "../../../labels/card.ts";

const link = "rounded-sm font-medium text-accent underline underline-offset-2";

/** Always one line high, so that nothing moves when the countdown stops. */
export function WaitingLine({ approval }: { approval: HeldApproval }) {
  const { approvalId, deadline, pausedMs } = approval;
  const letExpire = useChange("letExpire");
  const keepWaiting = useChange("keepWaiting");
  const wait = (): void => keepWaiting.mutate({ approvalId });
  const run = (): void => letExpire.mutate({ approvalId });
  return (
    <output className="ml-auto flex h-5 shrink-0 items-center gap-2 pl-4 text-xs whitespace-nowrap text-quiet">
      {deadline !== undefined ? (
        letExpire.isSuccess ? (
          <button type="button" className={link} onClick={wait}>
            {labels.pauseCountdown}
          </button>
        ) : (
          labels.stopsOnTouch
        )
      ) : (
        <>
          {labels.waits}
          {pausedMs === undefined ? null : (
            <button type="button" className={link} onClick={run}>
              {labels.resumeCountdown(countdown(pausedMs, 0))}
            </button>
          )}
        </>
      )}
    </output>
  );
}
