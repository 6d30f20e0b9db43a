// A verdict as a gateway can carry it out: allowed, allowed with other arguments or texts, or denied.
import { effectiveArguments } from "../../../shared/domain/effective-arguments.ts";
import type { Condition, Verdict } from "../../../shared/domain/verdict.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";

/** Conditions that only say something. Every other but "arguments" would have to be enforced inside the server. */
const remarks: ReadonlySet<Condition["kind"]> = new Set(["warning", "note"]);

export function decisionOf(verdict: Verdict, given: JsonObject): JsonObject {
  const reason = verdict.reasoning;
  if (verdict.outcome === "APPROVED") return { decision: "allow" };
  if (verdict.outcome !== "CONDITIONAL") return { decision: "deny", reason };
  const binding = verdict.conditions.filter(({ kind }) => kind !== "arguments" && !remarks.has(kind));
  if (binding.length > 0) {
    const texts = binding.map(({ text }) => text).join(" ");
    return { decision: "deny", reason: `Allowed only under a condition that a gateway cannot enforce: ${texts}` };
  }
  const changed = effectiveArguments(given, verdict.conditions);
  return changed === given ? { decision: "allow" } : { decision: "allow", changed, reason };
}
