// What is in force: each decision that outlives its request, from where, until when, last used, and the way to end it.
import { Ban, Check } from "lucide-react";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { AgentSummary } from "../../../shared/domain/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { OutcomeMark } from "../../components/marks.tsx";
import { Ago, Until } from "../../components/time.tsx";
import { useChange } from "../../state/queries.ts";
import { wholeNumber } from "../../labels/format.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { scopeWords } from "../../labels/vocabulary.ts";
import { tell } from "../../state/ui-store.ts";
import { grantsTable as labels } from "../../labels/agents.ts";

export interface GrantsTableProps {
  readonly grants: readonly Grant[];
  /** Given where grants of several agents are listed together. */
  readonly agents?: readonly AgentSummary[];
}

export function GrantsTable({ grants, agents }: GrantsTableProps) {
  const revoke = useChange("revokeGrant");
  if (grants.length === 0) {
    return <p className="text-xs text-faint">{labels.none}</p>;
  }
  const end = (grant: Grant): void =>
    revoke.mutate({ grantId: grant.grantId }, { onSuccess: () => tell(labels.revoked(grant.title)) });
  return (
    <table className="cards-when-narrow w-full text-xs">
      <thead>
        <tr className="label border-b border-line text-left">
          <th className="py-1 pr-4 font-medium">{labels.what}</th>
          {agents === undefined ? null : <th className="py-1 pr-4 font-medium">{labels.agent}</th>}
          <th className="py-1 pr-4 font-medium">{labels.scope}</th>
          <th className="py-1 pr-4 font-medium">{labels.until}</th>
          <th className="py-1 pr-4 font-medium">{labels.lastUsed}</th>
          <th className="py-1 pr-4 text-right font-medium">{labels.uses}</th>
          <th>
            <span className="sr-only">{labels.endIt}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {grants.map((grant) => (
          <tr key={grant.grantId} className="border-b border-line last:border-0">
            <td className="py-1.5 pr-4">
              <span className="flex items-center gap-2">
                <Effect effect={grant.effect} asks={grant.override?.effect === "ask"} />
                <span className="font-medium break-all">{visibleLine(grant.title)}</span>
              </span>
            </td>
            {agents === undefined ? null : (
              <td className="pr-4 whitespace-nowrap">
                {agents.find((agent) => agent.agentDid === grant.agentDid)?.name ?? labels.unknown}
              </td>
            )}
            <td className="pr-4 whitespace-nowrap text-quiet">{scopeWords[grant.scope]}</td>
            <td className="pr-4 whitespace-nowrap text-quiet">
              {grant.expiresAt === undefined ? (
                grant.duration === "session" ? (
                  labels.sessionEnds
                ) : (
                  "revoked"
                )
              ) : (
                <Until at={grant.expiresAt} />
              )}
            </td>
            <td className="pr-4 whitespace-nowrap text-quiet">
              {grant.lastUsedAt === undefined ? labels.never : <Ago at={grant.lastUsedAt} />}
            </td>
            <td className="pr-4 text-right text-quiet tabular-nums">{wholeNumber(grant.uses)}</td>
            <td className="text-right">
              <Button
                look="quiet"
                className="-mr-2.5"
                disabled={revoke.isPending}
                aria-label={labels.revokeGrant(grant.title)}
                onClick={() => end(grant)}
              >
                {labels.revoke}
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
      {effect === "allow" ? labels.allow : labels.deny}
    </span>
  );
}
