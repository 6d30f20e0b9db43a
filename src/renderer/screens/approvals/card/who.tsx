// Who asks, in which session, and from where.
import type { ReactNode } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import type { AgentSummary } from "../../../../shared/domain/telemetry.ts";
import { PermissionMode } from "../../../components/permission-mode.tsx";
import { StopAgent } from "../../../components/stop-agent.tsx";
import { Ago } from "../../../components/time.tsx";
import { useLive } from "../../../state/queries.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { who as labels } from "../../../labels/card.ts";

export function Who({ approval }: { approval: HeldApproval }) {
  const { intent, facts, agentName, heldAt } = approval;
  // Agents choose their names, so one alone does not say who asks.
  const shared = useLive("listAgents").data?.some((agent) => isNamesake(agent, intent.agentDid, agentName)) ?? false;
  const { subagent, permissionMode } = intent.context;
  const folder = facts.workingDirectory ?? intent.context.workingDirectory;
  return (
    <div className="mx-6 flex shrink-0 items-start gap-4 border-b border-line py-2.5 text-xs">
      <dl className="selectable flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1">
        <Item term={labels.agent}>
          <span className="font-medium" title={intent.agentDid}>
            {agentName}
          </span>
        </Item>
        {shared ? (
          <Item term={labels.identity}>
            <span className="font-mono">{intent.agentDid}</span>{" "}
            <span className="text-risk-high">{labels.sameName}</span>
          </Item>
        ) : null}
        <Item term={labels.folder}>
          {folder === undefined ? labels.notGiven : <span className="font-mono">{visibleLine(folder)}</span>}
        </Item>
        <Item term={labels.session}>{visibleLine(intent.context.sessionId ?? labels.noSession)}</Item>
        {subagent === undefined ? null : (
          <Item term={labels.subagent}>
            <span title={visibleLine(subagent.id)}>{visibleLine(subagent.type ?? subagent.id)}</span>
          </Item>
        )}
        {permissionMode === undefined ? null : (
          <Item term={labels.mode}>
            <PermissionMode mode={permissionMode} />
          </Item>
        )}
        <Item term={labels.tool}>{visibleLine(intent.tool)}</Item>
        <Item term={labels.asked}>
          <Ago at={heldAt} />
        </Item>
      </dl>
      <StopAgent agentDid={intent.agentDid} name={agentName} label={labels.stopAgent} look="quiet" className="-my-1" />
    </div>
  );
}

function isNamesake(agent: AgentSummary, agentDid: string, name: string): boolean {
  return agent.agentDid !== agentDid && agent.name.toLowerCase() === name.toLowerCase();
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-faint">{term}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </div>
  );
}
