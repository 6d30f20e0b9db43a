// What the answer rests on: posture, listener, policy, ledger, model.
import type { ReactNode } from "react";
import type { ConsoleStatus } from "../../../shared/contract.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { wholeNumber } from "../../text/format.ts";

const postures = { deny: "Deny", wait: "Keep it waiting" } as const;
const models = { ready: "ready", unavailable: "not available", off: "off" } as const;

export function FactsRow({ status }: { status: ConsoleStatus }) {
  const { policy, ledger, model } = status;
  return (
    <dl className="flex shrink-0 flex-wrap gap-x-8 gap-y-1 overflow-hidden border-y border-line px-5 py-2 min-[1280px]:gap-x-12">
      <Fact term="When nobody answers">{postures[status.posture]}</Fact>
      <Fact term="Agents connect to">
        <span className="selectable font-mono text-xs">{status.http.replace(/^https?:\/\//, "")}</span>
        <CopyButton bare text={status.http} label="Copy the address" />
      </Fact>
      <Fact term="Policy">
        <span title={policy.constitutionHash}>Version {policy.version}</span>
      </Fact>
      <Fact term="Ledger" alarm={!ledger.healthy}>
        {ledger.healthy
          ? `${wholeNumber(ledger.entries)} ${ledger.entries === 1 ? "entry" : "entries"}, healthy`
          : "cannot be written"}
      </Fact>
      <Fact term="Risk model" alarm={model.status === "unavailable"}>
        <span className="truncate">{[model.origin, models[model.status]].filter(Boolean).join(", ")}</span>
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
