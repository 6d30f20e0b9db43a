// Several alike requests at once: first the list, in full, then one answer, then a result for each.
import { Ban } from "lucide-react";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import type { BatchAnswer } from "../../../../shared/contract/contract.ts";
import { call } from "../../../state/bridge.ts";
import { Button } from "../../../components/button.tsx";
import { useEscape } from "../../../components/use-escape.ts";
import { RiskMark } from "../../../components/marks.tsx";
import { useChange } from "../../../state/queries.ts";
import { approvalHeadline } from "../../../../shared/headline/index.ts";
import { wholeNumber } from "../../../labels/format.ts";
import { unseen } from "../../../labels/answer.ts";
import { levelWords } from "../../../labels/vocabulary.ts";
import { markDecided, tell, unmarkDecided } from "../../../state/ui-store.ts";
import { undoAction } from "../../../state/undo.ts";
import { isAboveMedium } from "../../../../shared/domain/verdict.ts";
import { ActionView } from "../card/action/action-view.tsx";
import { AllowButton, HoldHint, holdMs } from "../../../components/allow/allow-button.tsx";
import { ReadingContext, useProgress, useReading } from "../card/action/reading.tsx";
import { useArmed } from "../../../components/use-armed.ts";
import { useHold } from "../../../components/allow/use-hold.ts";
import { useTarget } from "../card/action/use-target.ts";
import { useExpected, useWhole } from "../card/use-whole.ts";
import { batch as labels } from "../../../labels/approvals.ts";

export function Batch({ approvals, onLeave }: { approvals: readonly HeldApproval[]; onLeave: () => void }) {
  const resolve = useChange("resolveApprovals");
  const ready = useArmed() && resolve.isIdle;
  const scroller = useRef<HTMLOListElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const reading = useReading(scroller, cover);
  const progress = useProgress(reading);
  const seen = progress.unseen === 0;
  const readArmed = useArmed(seen) && progress.complete;
  const [first] = approvals;
  const interacted = useRef(false);
  const { sights, current, look } = useSights(approvals);
  useEscape(onLeave);
  const decide = (decision: "approve" | "deny"): void => {
    if (!ready || (decision === "approve" && (!seen || !readArmed || !current))) return;
    for (const { approvalId } of approvals) markDecided(approvalId);
    const items = approvals.map(({ approvalId, digest }) => {
      const targetDigest = sights.current.get(approvalId)?.digest;
      return { approvalId, digest, ...(targetDigest === undefined ? {} : { targetDigest }) };
    });
    void reportLater(resolve.mutateAsync({ decision, items }), approvals);
  };
  const held = useHold(holdMs, () => decide("approve"));
  if (first === undefined) return null;

  const { level } = first.verdict.risk;
  const hold = isAboveMedium(level) ? held : undefined;
  const allow = (): void => {
    if (ready && !seen) return reading.next();
    if (hold === undefined) decide("approve");
    else if (ready && readArmed && current) hold.begin();
  };
  /** A human is looking at them: their countdowns stop, once. What has ended meanwhile says so in its result. */
  const interact = (): void => {
    if (interacted.current) return;
    interacted.current = true;
    for (const { approvalId, deadline } of approvals) {
      if (deadline !== undefined) void call("keepWaiting", { approvalId }).catch(() => undefined);
    }
  };
  const count = wholeNumber(approvals.length);
  return (
    <article
      aria-label={labels.requestsTogether}
      className="flex max-h-[68rem] min-h-0 max-w-[88rem] flex-col"
      onPointerDownCapture={interact}
      onWheelCapture={interact}
      onKeyDownCapture={interact}
    >
      <Heading first={first} count={count} />
      <ol ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-6 py-2">
        <ReadingContext value={reading}>
          {approvals.map((approval) => (
            <Item
              key={approval.approvalId}
              approval={approval}
              answer={resolve.data?.find((each) => each.approvalId === approval.approvalId)}
              together={resolve.isIdle ? approvals.length : 0}
              onSight={look}
            />
          ))}
        </ReadingContext>
      </ol>
      <div ref={cover} className="mx-6 flex shrink-0 items-center gap-2 border-t border-line py-3.5">
        {resolve.isSuccess ? (
          <Button size="tall" className="ml-auto" onClick={onLeave}>
            {labels.done}
          </Button>
        ) : (
          <>
            <Button look="danger" size="tall" aria-disabled={!ready} onClick={() => decide("deny")}>
              <Ban size={14} aria-hidden />
              {labels.denyAll(count)}
            </Button>
            <Button look="quiet" size="tall" onClick={onLeave}>
              {labels.oneByOne}
            </Button>
            <AllowButton
              label={labels.allowAllOnce(count)}
              disabled={!ready || (seen && !current)}
              dim={seen && !current}
              read={seen}
              unread={unseen(progress)}
              hold={hold}
              onAllow={allow}
            />
          </>
        )}
      </div>
      <div className="px-6">
        <HoldHint hold={hold} />
      </div>
    </article>
  );
}

/** What all of them do, how many there are, and whose. */
function Heading({ first, count }: { first: HeldApproval; count: string }) {
  const { level } = first.verdict.risk;
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line px-6 py-3">
      <RiskMark level={level} size={18} silent />
      <h2 className="text-base">
        <span className="font-semibold">{approvalHeadline(first).verb}</span> {labels.times(count)}
      </h2>
      <span className="ml-auto text-xs text-quiet">
        {labels.agentAndRisk(first.agentName, levelWords[level].toLowerCase())}
      </span>
    </div>
  );
}

/** Shown even if the operator has left the list meanwhile. */
async function reportLater(
  answers: Promise<readonly BatchAnswer[]>,
  approvals: readonly HeldApproval[],
): Promise<void> {
  try {
    report(await answers);
  } catch {
    // The mutation has already reported the failure.
    for (const { approvalId } of approvals) unmarkDecided(approvalId);
  }
}

/** Says how many are allowed, with a way to take it back. */
function report(answers: readonly BatchAnswer[]): void {
  const isRefused = ({ answer }: BatchAnswer) => !answer.ok || answer.value.outcome === "REFUSED";
  for (const each of answers.filter(isRefused)) unmarkDecided(each.approvalId);
  const allowed = answers.filter(
    (each) => !isRefused(each) && each.answer.ok && each.answer.value.outcome !== "DENIED",
  );
  if (allowed.length === 0) return;
  tell(
    labels.allowedTogether(wholeNumber(allowed.length)),
    "plain",
    undoAction(...allowed.map(({ approvalId }) => approvalId)),
  );
}

/** What was seen of the file that a request would change. */
interface Sight {
  readonly digest: string | undefined;
  readonly current: boolean;
}

/** What was seen of all files, and whether each has been read and is still that. */
function useSights(approvals: readonly HeldApproval[]) {
  const sights = useRef(new Map<string, Sight>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [current, setCurrent] = useState(false);
  const look = useCallback(
    (approvalId: string, sight: Sight): void => {
      sights.current.set(approvalId, sight);
      // Hundreds are read at once: one look at all of them afterwards, not one within the other.
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setCurrent(approvals.every((each) => sights.current.get(each.approvalId)?.current === true));
      });
    },
    [approvals],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return { sights, current, look };
}

interface ItemProps {
  readonly approval: HeldApproval;
  readonly answer: BatchAnswer | undefined;
  readonly together: number;
  readonly onSight: (approvalId: string, sight: Sight) => void;
}

/** Rendered again only when its own file or answer changes: there may be hundreds. */
const Item = memo(function Item({ approval, answer, together, onSight }: ItemProps) {
  const { approvalId } = approval;
  const target = useTarget(approval, together);
  const { seen, pending, changed } = target;
  const whole = useWhole(approval);
  useExpected(whole);
  useEffect(
    () => onSight(approvalId, { digest: seen, current: !pending && !changed }),
    [approvalId, seen, pending, changed, onSight],
  );
  return (
    <li className="py-3">
      <div className="mb-1.5 flex items-baseline gap-3">
        <h3 className="font-medium">{approvalHeadline(approval).sentence}</h3>
        <ResultWords answer={answer} />
      </div>
      {whole.approval === undefined ? (
        <p className="text-xs text-quiet">{whole.problem ?? labels.reading}</p>
      ) : (
        <ActionView approval={whole.approval} target={target} />
      )}
    </li>
  );
});

function ResultWords({ answer }: { answer: BatchAnswer | undefined }) {
  if (answer === undefined) return null;
  const { ok } = answer.answer;
  const words = answer.answer.ok ? outcomeOf(answer.answer.value) : answer.answer.error.message;
  return <span className={`ml-auto text-xs font-medium ${ok ? "text-quiet" : "text-danger"}`}>{words}</span>;
}

function outcomeOf(resolved: Extract<BatchAnswer["answer"], { ok: true }>["value"]): string {
  return resolved.outcome === "REFUSED"
    ? resolved.why
    : { APPROVED: labels.allowed, DENIED: labels.denied, CONDITIONAL: labels.allowedWithConditions }[resolved.outcome];
}
