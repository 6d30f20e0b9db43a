// One agent: identity, what it asked to be able to do, what is in force for it, what it did last.
import { ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { AgentSummary, SubagentSummary } from "../../../shared/domain/telemetry.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { OutcomeMark, RiskMark, StateMark } from "../../components/marks.tsx";
import { PermissionMode } from "../../components/permission-mode.tsx";
import { Ago } from "../../components/time.tsx";
import { feedKey } from "../../state/live-state.ts";
import { useLive } from "../../state/queries.ts";
import { clockTime, wholeNumber } from "../../labels/format.ts";
import { modeWords } from "../../lib/permission-mode.ts";
import { keyGroups } from "../../lib/key-groups.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { levelWords } from "../../labels/vocabulary.ts";
import { AgentActions } from "./agent-actions.tsx";
import { GrantsTable } from "./grants-table.tsx";
import { Inventory } from "./inventory.tsx";
import { Pairing } from "./pairing.tsx";
import { PolicyInForce } from "./policy-in-force.tsx";
import { ReachPicture } from "./reach-picture.tsx";
import { RunTraffic } from "./run-traffic.tsx";
import { RiskProfile } from "./risk-profile.tsx";
import { Sessions } from "./sessions.tsx";
import { agentDetails as labels } from "../../labels/agents.ts";

export function AgentDetails({ agent, grants }: { agent: AgentSummary; grants: readonly Grant[] }) {
  return (
    <article aria-label={agent.name} className="relative min-h-0 overflow-y-auto pb-8">
      <div className="max-w-[84rem]">
        <div className="flex items-center gap-3 px-6 pt-5">
          <h2 className="text-base font-semibold">{agent.name}</h2>
          {agent.version === undefined ? null : <span className="text-xs text-faint">{agent.version}</span>}
          <span className="text-xs">
            <StateMark state={agent.state} words />
          </span>
          {agent.state === "pending" ? null : <AgentActions agent={agent} />}
        </div>
        {agent.state === "pending" ? <Pairing agent={agent} /> : null}
        {agent.permissionMode !== undefined && modeWords(agent.permissionMode).bypasses ? (
          <p className="mx-6 mt-3 flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
            <ShieldOff size={14} aria-hidden className="shrink-0" />
            {labels.bypassWarning}
          </p>
        ) : null}
        <dl className="mt-4 grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1.5 px-6 text-xs">
          <Row term={labels.identity}>
            <span className="selectable font-mono break-all">{visibleLine(agent.agentDid)}</span>
          </Row>
          <Row term={labels.key}>
            <Key publicKey={agent.publicKey} />
          </Row>
          {agent.permissionMode === undefined ? null : (
            <Row term={labels.permissionMode}>
              <PermissionMode mode={agent.permissionMode} />
            </Row>
          )}
          <Row term={labels.firstSeen}>
            <Ago at={agent.firstSeenAt} />
          </Row>
          <Row term={labels.lastSeen}>
            <Ago at={agent.lastSeenAt} />
          </Row>
          <Row term={labels.intents}>
            {labels.intentsAndDenied(wholeNumber(agent.intents), wholeNumber(agent.denied))}
          </Row>
          <Row term={labels.highestRisk}>
            {agent.highestLevel === undefined ? (
              labels.noneYet
            ) : (
              <span className="inline-flex items-center gap-1.5">
                <RiskMark level={agent.highestLevel} size={11} silent />
                {levelWords[agent.highestLevel]}
              </span>
            )}
          </Row>
          <Row term={labels.askedToUse}>
            {agent.capabilities.length === 0 ? labels.nothing : agent.capabilities.map(visibleLine).join(", ")}
          </Row>
        </dl>
        <Subagents subagents={agent.subagents ?? []} />
        <Inventory agentDid={agent.agentDid} />
        <RiskProfile agentDid={agent.agentDid} />
        <Sessions agentDid={agent.agentDid} />
        <ReachPicture agentDid={agent.agentDid} name={agent.name} />
        <RunTraffic agentDid={agent.agentDid} />
        <Block title={labels.liveGrants}>
          <GrantsTable grants={grants} />
        </Block>
        <PolicyInForce agentDid={agent.agentDid} />
        <Recent agentDid={agent.agentDid} />
      </div>
    </article>
  );
}

function Key({ publicKey }: { publicKey: string | undefined }) {
  if (publicKey === undefined) return <span className="text-warning">{labels.noKey}</span>;
  return (
    <span className="flex items-start gap-1">
      <span className="selectable font-mono">{keyGroups(publicKey)}</span>
      <span className="-my-1">
        <CopyButton bare text={publicKey} label={labels.copyKey} />
      </span>
    </span>
  );
}

function Subagents({ subagents }: { subagents: readonly SubagentSummary[] }) {
  if (subagents.length === 0) return null;
  return (
    <Block title={labels.subagents}>
      <ul className="text-xs">
        {subagents.map(({ id, type, calls, lastSeenAt }) => (
          <li
            key={id}
            className="grid h-7 grid-cols-[minmax(0,14rem)_minmax(0,1fr)_6rem_7rem] items-center gap-3 max-[639px]:h-auto max-[639px]:grid-cols-2 max-[639px]:py-1"
          >
            <span className="truncate font-medium">{visibleLine(type ?? labels.unnamedSubagent)}</span>
            <span className="selectable truncate font-mono text-faint">{visibleLine(id)}</span>
            <span className="text-right text-quiet tabular-nums">{labels.subagentCalls(calls)}</span>
            <span className="text-right text-faint">
              <Ago at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Recent({ agentDid }: { agentDid: string }) {
  const items = (useLive("listFeed").data ?? []).filter((item) => item.agentDid === agentDid).slice(0, 8);
  if (items.length === 0) return null;
  return (
    <Block title={labels.latestIntents}>
      <ul className="text-xs">
        {items.map((item) => (
          <li
            key={feedKey(item)}
            className="grid h-7 grid-cols-[5.25rem_0.75rem_minmax(0,1fr)_8.5rem] items-center gap-3 max-[639px]:grid-cols-[3.75rem_0.75rem_minmax(0,1fr)_6.5rem] max-[639px]:gap-1.5"
          >
            <span className="whitespace-nowrap text-faint tabular-nums">{clockTime(item.at)}</span>
            <RiskMark level={item.level} size={11} />
            <span className="truncate font-mono">{visibleLine(item.summary)}</span>
            <OutcomeMark outcome={item.outcome} />
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-7 px-6">
      <h3 className="label mb-1.5">{title}</h3>
      {children}
    </section>
  );
}
