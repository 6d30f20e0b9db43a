// One intent of the feed in full: what was decided, by whom and why.
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { FeedItem } from "../../../shared/domain/feed.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { DeniedSteps } from "../../components/denial/denied-steps.tsx";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { useEscape } from "../../components/use-escape.ts";
import { VisibleText } from "../../components/visible-text.tsx";
import { elapsed, fullTime, score } from "../../labels/format.ts";
import { deciderWords, effectWords, levelWords, protocolWords } from "../../labels/vocabulary.ts";
import { openActivity, selectIntent } from "../../state/ui-store.ts";
import { intentDetails as labels } from "../../labels/overview.ts";

export function IntentDetails({ item }: { item: FeedItem }) {
  const { agentDid, intentId } = item;
  useEscape(() => selectIntent(undefined));
  return (
    <div className="px-4 pb-4">
      <div className="-mx-4 flex h-8 items-center border-b border-line px-4">
        <h2 className="label">{labels.intent}</h2>
        <button
          type="button"
          aria-label={labels.close}
          onClick={() => selectIntent(undefined)}
          className="ml-auto rounded-sm p-1 text-faint hover:text-ink"
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      <p className="selectable mt-3 font-medium break-words">{visibleLine(item.headline)}</p>
      <p className="selectable mt-2 font-mono text-xs break-words whitespace-pre-wrap">
        <VisibleText text={item.summary} />
      </p>
      <button
        type="button"
        onClick={() => openActivity({ kinds: ["verdict"], agents: [agentDid] }, { agentDid, intentId })}
        className="mt-2 text-xs text-accent hover:underline"
      >
        {labels.openItsStory}
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
        <Row term={labels.verdict}>
          <OutcomeMark outcome={item.outcome} />
        </Row>
        <Row term={labels.because}>{reasons[item.reason]}</Row>
        <Row term={labels.reasoning}>{item.reasoning}</Row>
        {item.rule === undefined ? null : <Row term={labels.rule}>{item.rule}</Row>}
        <Row term={labels.risk}>
          <span className="inline-flex items-center gap-1.5">
            <RiskMark level={item.level} size={11} silent />
            {levelWords[item.level]}, {score(item.score)}
          </span>
        </Row>
        {item.threats.length === 0 ? null : <Row term={labels.threats}>{item.threats.join(", ")}</Row>}
        <Row term={labels.decidedBy}>{deciderWords[item.decider]}</Row>
        <Row term={labels.decidedIn}>{elapsed(item.decidedInMs)}</Row>
        {item.waitedMs === undefined ? null : <Row term={labels.youTook}>{elapsed(item.waitedMs)}</Row>}
        <Row term={labels.agent}>{item.agentName}</Row>
        <Row term={labels.tool}>{item.tool}</Row>
        {item.effects.length === 0 ? null : (
          <Row term={labels.effects}>{item.effects.map((effect) => effectWords[effect]).join(", ")}</Row>
        )}
        {item.report === undefined ? null : <Row term={labels.ended}>{item.report.toLowerCase()}</Row>}
        {item.sessionId === undefined ? null : <Row term={labels.session}>{item.sessionId}</Row>}
        <Row term={labels.cameBy}>{protocolWords[item.protocol]}</Row>
        <Row term={labels.at}>{fullTime(item.at)}</Row>
        <Row term={labels.intent}>{item.intentId}</Row>
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
