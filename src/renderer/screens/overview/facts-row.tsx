// The facts behind the summary: posture, listener, policy, ledger, model.
import type { ReactNode } from "react";
import type { ConsoleStatus } from "../../../shared/contract/contract.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { factsRow as labels } from "../../labels/overview.ts";

export function FactsRow({ status }: { status: ConsoleStatus }) {
  const { policy, ledger, model } = status;
  return (
    <dl className="flex shrink-0 flex-wrap gap-x-8 gap-y-1 overflow-hidden border-y border-line px-5 py-2 min-[1280px]:gap-x-12">
      <Fact term={labels.unanswered}>{labels.postures[status.posture]}</Fact>
      <Fact term={labels.agentsConnectTo}>
        <span className="selectable font-mono text-xs">{status.http.replace(/^https?:\/\//, "")}</span>
        <CopyButton bare text={status.http} label={labels.copyAddress} />
      </Fact>
      <Fact term={labels.policy}>
        <span title={policy.constitutionHash}>{labels.version(policy.version)}</span>
      </Fact>
      <Fact term={labels.ledger} alarm={!ledger.healthy}>
        {ledger.healthy ? labels.healthy(ledger.entries) : labels.cannotBeWritten}
      </Fact>
      <Fact term={labels.riskModel} alarm={model.status === "unavailable"}>
        <span className="truncate">{[model.origin, labels.models[model.status]].filter(Boolean).join(", ")}</span>
      </Fact>
    </dl>
  );
}

function Fact({ term, alarm = false, children }: { term: string; alarm?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label whitespace-nowrap">{term}</dt>
      <dd className={`flex h-6 items-center gap-1.5 font-medium whitespace-nowrap ${alarm ? "text-danger" : ""}`}>
        {children}
      </dd>
    </div>
  );
}
