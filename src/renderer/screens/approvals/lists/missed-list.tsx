// While you were away: what ended without an answer, what your rules let pass, and who wants to be paired.
import { useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { Missed, MissedItem } from "../../../../shared/contract/missed.ts";
import { reasons } from "../../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { Button } from "../../../components/button.tsx";
import { RiskMark } from "../../../components/marks.tsx";
import { Ago } from "../../../components/time.tsx";
import { useChange } from "../../../state/queries.ts";
import { wholeNumber } from "../../../labels/format.ts";
import { openActivity, selectAgent, show, tell } from "../../../state/ui-store.ts";
import { missedList as labels } from "../../../labels/approvals.ts";

export interface MissedListProps {
  readonly missed: Missed;
  /** Back to the requests that wait, where there are any. */
  readonly onBack?: (() => void) | undefined;
}

export function MissedList({ missed, onBack }: MissedListProps) {
  const { items, more, pairings, through } = missed;
  const dismiss = useChange("dismissMissed");
  const refresh = useRefresh();
  return (
    <section aria-label={labels.title} className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-6 py-3">
        <Clock size={16} aria-hidden className="shrink-0 text-quiet" />
        <h2 className="min-w-0 flex-1 font-semibold">{labels.title}</h2>
        {onBack === undefined ? null : <Button onClick={onBack}>{labels.back}</Button>}
        <Button
          look="primary"
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate({ through }, { onSuccess: refresh })}
        >
          {labels.dismissAll}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Part title={labels.ended}>
          {items
            .filter(({ kind }) => kind === "unanswered")
            .map((item) => (
              <Row key={keyOf(item)} item={item} note={labels.asksAgain(reasons[item.reason])} />
            ))}
        </Part>
        <Part title={labels.allowed}>
          {items
            .filter(({ kind }) => kind === "passed")
            .map((item) => (
              <Row key={keyOf(item)} item={item} note={labels.wouldHaveAsked(reasons[item.reason])}>
                {item.grantId === undefined ? null : <AskNextTime grantId={item.grantId} />}
              </Row>
            ))}
        </Part>
        <Part title={labels.wantToPair}>
          {pairings.map(({ agentDid, agentName, at }) => (
            <li key={agentDid} className="flex items-center gap-3 border-b border-line px-6 py-2.5">
              <p className="min-w-0 flex-1 truncate">
                <span className="font-medium">{visibleLine(agentName)}</span>{" "}
                <span className="text-xs text-faint">
                  {labels.firstSeen} <Ago at={at} />
                </span>
              </p>
              <Button
                onClick={() => {
                  selectAgent(agentDid);
                  show("agents");
                }}
              >
                {labels.open}
              </Button>
            </li>
          ))}
        </Part>
        {more === 0 ? null : <p className="px-6 py-3 text-xs text-quiet">{labels.more(wholeNumber(more))}</p>}
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-6 pt-4 pb-1 text-xs font-medium text-quiet">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Row({ item, note, children }: { item: MissedItem; note: string; children?: ReactNode }) {
  const { agentDid, agentName, intentId, headline, summary, level, at, count } = item;
  return (
    <li className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-6 py-2.5">
      <RiskMark level={level} />
      <div className="min-w-0">
        <p className="flex items-baseline gap-2">
          <span className="shrink-0 font-medium">{headline}</span>
          <span className="truncate font-mono text-xs text-quiet">{visibleLine(summary)}</span>
          {count > 1 ? <span className="shrink-0 text-xs font-medium text-quiet">×{wholeNumber(count)}</span> : null}
        </p>
        <p className="truncate text-xs text-faint">
          {visibleLine(agentName)}, <Ago at={at} />. {note}
        </p>
      </div>
      <span className="flex gap-2">
        {children}
        <Button onClick={() => openActivity({ kinds: ["verdict"] }, { intentId, agentDid })}>{labels.open}</Button>
      </span>
    </li>
  );
}

/** Undoes the decision that let it pass. */
function AskNextTime({ grantId }: { grantId: string }) {
  const revoke = useChange("revokeGrant");
  const refresh = useRefresh();
  const done = (): void => {
    tell(labels.willAskAgain);
    refresh();
  };
  return (
    <Button disabled={revoke.isPending} onClick={() => revoke.mutate({ grantId }, { onSuccess: done })}>
      {labels.askMeNextTime}
    </Button>
  );
}

function useRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ["listMissed"] });
}

function keyOf({ kind, agentDid, intentId }: MissedItem): string {
  return `${kind} ${agentDid} ${intentId}`;
}
