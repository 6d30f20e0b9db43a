// Versions of the policy: what was in force when and through whom, and the way back.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { Operations } from "../../../shared/contract/contract.ts";
import { type PolicyChangeKind, policyChangeKinds, type PolicyVersion } from "../../../shared/contract/policy-api.ts";
import { ok } from "../../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "../ports.ts";

type HistoryOperations = Pick<Operations, "listPolicyVersions" | "getPolicyVersion" | "restorePolicy">;

const mostShown = 500;

export function policyHistoryOperations({ policy, reader }: OperationPorts): HistoryOperations {
  const missing = () =>
    refuse("not_found", "The text of this version is not kept any more, or it is not what the ledger recorded.");
  return {
    listPolicyVersions: async () => {
      try {
        const { entries } = await reader.page({ filter: { kinds: ["policy"] }, limit: mostShown });
        const { id: current } = policy.text();
        return ok(entries.map((entry) => versionOf(entry, policy.versions.has, current)));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return refuse("unavailable", `The ledger cannot show the versions. ${why}`);
      }
    },
    getPolicyVersion: async ({ id }) => {
      const text = policy.versions.read(id);
      return text === undefined ? missing() : ok({ id, text });
    },
    restorePolicy: async ({ id }, actor) => {
      const text = policy.versions.read(id);
      return text === undefined ? missing() : policy.save(text, { how: "restored", actor });
    },
  };
}

function versionOf({ sequence, at, body }: LedgerEntry, kept: (id: string) => boolean, current: string): PolicyVersion {
  const text = (name: string): string | undefined => (typeof body[name] === "string" ? body[name] : undefined);
  const id = text("text_sha256");
  return {
    ...(id === undefined ? {} : { id }),
    sequence,
    at,
    version: text("version") ?? "",
    how: policyChangeKinds.find((kind): kind is PolicyChangeKind => kind === body["how"]) ?? "file",
    actor: text("actor") ?? "",
    kept: id !== undefined && kept(id),
    current: id === current,
  };
}
