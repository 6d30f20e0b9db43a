// Who asks, in which session, and from where.
import type { ReactNode } from "react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { StopAgent } from "../../components/stop-agent.tsx";
import { Ago } from "../../components/time.tsx";
import { visibleLine } from "../../text/visible.ts";

export function Who({ approval }: { approval: HeldApproval }) {
  const { intent, facts, agentName, heldAt } = approval;
  const folder = facts.workingDirectory ?? intent.context.workingDirectory;
  return (
    <div className="mx-6 flex shrink-0 items-start gap-4 border-b border-line py-2.5 text-xs">
      <dl className="selectable flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1">
        <Item term="Agent">
          <span className="font-medium" title={intent.agentDid}>
            {agentName}
          </span>
        </Item>
        <Item term="Folder">
          {folder === undefined ? "not given" : <span className="font-mono">{visibleLine(folder)}</span>}
        </Item>
        <Item term="Session">{intent.context.sessionId ?? "none"}</Item>
        <Item term="Tool">{intent.tool}</Item>
        <Item term="Asked">
          <Ago at={heldAt} />
        </Item>
      </dl>
      <StopAgent agentDid={intent.agentDid} name={agentName} label="Stop agent" look="quiet" className="-my-1" />
    </div>
  );
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-faint">{term}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </div>
  );
}
