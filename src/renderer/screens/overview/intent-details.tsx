// One intent of the feed in full: what was decided, by whom and why.
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { FeedItem } from "../../../shared/feed.ts";
import { reasons } from "../../../shared/verdict.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { DeniedSteps } from "../../components/denied-steps.tsx";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { useEscape } from "../../components/use-escape.ts";
import { VisibleText } from "../../components/visible-text.tsx";
import { elapsed, fullTime, score } from "../../text/format.ts";
import { deciderWords, effectWords, levelWords, protocolWords } from "../../text/words.ts";
import { openActivity, selectIntent } from "../../ui-store.ts";

export function IntentDetails({ item }: { item: FeedItem }) {
  const { agentDid, intentId } = item;
  useEscape(() => selectIntent(undefined));
  return (
    <div className="px-4 pb-4">
      <div className="-mx-4 flex h-8 items-center border-b border-line px-4">
        <h2 className="label">Intent</h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => selectIntent(undefined)}
          className="ml-auto rounded-sm p-1 text-faint hover:text-ink"
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      <p className="selectable mt-3 font-mono text-xs break-words whitespace-pre-wrap">
        <VisibleText text={item.summary} />
      </p>
      <button
        type="button"
        onClick={() => openActivity({ kinds: ["verdict"], agents: [agentDid] }, { agentDid, intentId })}
        className="mt-2 text-xs text-accent hover:underline"
      >
        Open its story
      </button>
      {item.outcome === "DENIED" ? (
        <DeniedSteps
          key={`${agentDid} ${intentId}`}
          agentDid={agentDid}
          intentId={intentId}
          byScore={item.decider === "risk"}
        />
      ) : null}
      <dl className="mt-3 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-1.5 text-xs">
        <Row term="Verdict">
          <OutcomeMark outcome={item.outcome} />
        </Row>
        <Row term="Because">{reasons[item.reason]}</Row>
        <Row term="Reasoning">{item.reasoning}</Row>
        {item.rule === undefined ? null : <Row term="Rule">{item.rule}</Row>}
        <Row term="Risk">
          <span className="inline-flex items-center gap-1.5">
            <RiskMark level={item.level} size={11} silent />
            {levelWords[item.level]}, {score(item.score)}
          </span>
        </Row>
        {item.threats.length === 0 ? null : <Row term="Threats">{item.threats.join(", ")}</Row>}
        <Row term="Decided by">{deciderWords[item.decider]}</Row>
        <Row term="Decided in">{elapsed(item.decidedInMs)}</Row>
        {item.waitedMs === undefined ? null : <Row term="You took">{elapsed(item.waitedMs)}</Row>}
        <Row term="Agent">{item.agentName}</Row>
        <Row term="Tool">{item.tool}</Row>
        {item.effects.length === 0 ? null : (
          <Row term="Effects">{item.effects.map((effect) => effectWords[effect]).join(", ")}</Row>
        )}
        {item.report === undefined ? null : <Row term="Ended">{item.report.toLowerCase()}</Row>}
        {item.sessionId === undefined ? null : <Row term="Session">{item.sessionId}</Row>}
        <Row term="Came by">{protocolWords[item.protocol]}</Row>
        <Row term="At">{fullTime(item.at)}</Row>
        <Row term="Intent">{item.intentId}</Row>
      </dl>
    </div>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="selectable min-w-0 break-words">
        {typeof children === "string" ? visibleLine(children) : children}
      </dd>
    </>
  );
}
