// An action of the past, as a rule can be made from it.
import type { OperationError } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { canonicalJson } from "../../engine/intents/digests.ts";
import { intentOf } from "../../engine/history/past-actions.ts";
import { type OperationPorts, refuse } from "../ports.ts";

export function pastIntent(
  ports: Pick<OperationPorts, "entriesOf" | "sha256">,
  agentDid: string,
  intentId: string,
): Result<Intent, OperationError> {
  const entry = ports.entriesOf(agentDid, intentId).find((each) => each.kind === "intent");
  const intent = entry === undefined ? undefined : intentOf(entry);
  if (entry === undefined || intent === undefined)
    return refuse("not_found", "The ledger has no such action any more.");
  // What was cut out for the ledger cannot be put into a rule.
  if (ports.sha256(canonicalJson(intent.arguments)) !== entry.body["arguments_sha256"])
    return refuse("refused", "The ledger keeps this action without its contents, so no rule can be made from it.");
  return ok(intent);
}
