// What is in force: each decision that outlives its request, from where, until when, last used, and the way to end it.
import { Ban, Check } from "lucide-react";
import type { Grant } from "../../../shared/approval.ts";
import type { AgentSummary } from "../../../shared/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { OutcomeMark } from "../../components/marks.tsx";
import { Ago, Until } from "../../components/time.tsx";
import { useChange } from "../../queries.ts";
import { wholeNumber } from "../../text/format.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { scopeWords } from "../../text/words.ts";
import { tell } from "../../ui-store.ts";

export interface GrantsTableProps {
  readonly grants: readonly Grant[];
  /** Given where grants of several agents stand together. */
  readonly agents?: readonly AgentSummary[];
}

export function GrantsTable({ grants, agents }: GrantsTableProps) {
  const revoke = useChange("revokeGrant");
  if (grants.length === 0) {
    return <p className="text-xs text-faint">Nothing is in force. Every request is decided on its own.</p>;
  }
  const end = (grant: Grant): void =>
    revoke.mutate({ grantId: grant.grantId }, { onSuccess: () => tell(`No longer in force: ${grant.title}`) });
  return (
    <table className="w-full text-xs">
      <thead>
        <tr className="label border-b border-line text-left">
          <th className="py-1 pr-4 font-medium">What</th>
          {agents === undefined ? null : <th className="py-1 pr-4 font-medium">Agent</th>}
          <th className="py-1 pr-4 font-medium">Scope</th>
          <th className="py-1 pr-4 font-medium">Until</th>
          <th className="py-1 pr-4 font-medium">Last used</th>
          <th className="py-1 pr-4 text-right font-medium">Uses</th>
          <th>
            <span className="sr-only">End it</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {grants.map((grant) => (
          <tr key={grant.grantId} className="border-b border-line last:border-0">
            <td className="py-1.5 pr-4">
              <span className="flex items-center gap-2">
                <Effect effect={grant.effect} asks={grant.lift?.effect === "ask"} />
                <span className="font-medium break-all">{visibleLine(grant.title)}</span>
              </span>
            </td>
            {agents === undefined ? null : (
              <td className="pr-4 whitespace-nowrap">
                {agents.find((agent) => agent.agentDid === grant.agentDid)?.name ?? "unknown"}
              </td>
            )}
            <td className="pr-4 whitespace-nowrap text-quiet">{scopeWords[grant.scope]}</td>
            <td className="pr-4 whitespace-nowrap text-quiet">
              {grant.expiresAt === undefined ? (
                grant.duration === "session" ? (
                  "session ends"
                ) : (
                  "revoked"
                )
              ) : (
                <Until at={grant.expiresAt} />
              )}
            </td>
            <td className="pr-4 whitespace-nowrap text-quiet">
              {grant.lastUsedAt === undefined ? "never" : <Ago at={grant.lastUsedAt} />}
            </td>
            <td className="pr-4 text-right text-quiet tabular-nums">{wholeNumber(grant.uses)}</td>
            <td className="text-right">
              <Button
                look="quiet"
                className="-mr-2.5"
                disabled={revoke.isPending}
                aria-label={`Revoke ${grant.title}`}
                onClick={() => end(grant)}
              >
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Effect({ effect, asks }: { effect: Grant["effect"]; asks: boolean }) {
  if (asks) return <OutcomeMark outcome="ESCALATE" />;
  const Icon = effect === "allow" ? Check : Ban;
  return (
    <span className={`flex items-center gap-1.5 ${effect === "allow" ? "text-approved" : "text-denied"}`}>
      <Icon size={13} aria-hidden />
      {effect === "allow" ? "Allow" : "Deny"}
    </span>
  );
}
