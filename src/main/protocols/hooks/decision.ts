// A verdict as a hook can tell it: allowed, allowed with other arguments, or denied.
import { effectiveArguments } from "../../../shared/domain/effective-arguments.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Condition, Verdict } from "../../../shared/domain/verdict.ts";
import type { HookDecision, HookDialect } from "./events.ts";

/** Conditions that only say something. Every other but "arguments" would have to be enforced where the agent runs its tools. */
const remarks: ReadonlySet<Condition["kind"]> = new Set(["warning", "note"]);

export function decisionOf(
  verdict: Verdict,
  input: JsonObject,
  dialect: Pick<HookDialect, "name" | "takesChanges">,
): HookDecision {
  const reason = verdict.reasoning;
  if (verdict.outcome === "APPROVED") return { kind: "allow", reason };
  if (verdict.outcome !== "CONDITIONAL") return { kind: "deny", reason };
  const binding = verdict.conditions.filter(({ kind }) => kind !== "arguments" && !remarks.has(kind));
  if (binding.length > 0) return denied(binding, `${dialect.name} cannot enforce this condition`);
  const changes = verdict.conditions.filter(({ kind }) => kind === "arguments");
  if (changes.length === 0) return { kind: "allow", reason };
  if (!dialect.takesChanges) return denied(changes, `${dialect.name} does not use changed arguments`);
  return { kind: "allow", reason, changed: effectiveArguments(input, verdict.conditions) };
}

function denied(conditions: readonly Condition[], why: string): HookDecision {
  return {
    kind: "deny",
    reason: `Allowed only under a condition, but ${why}: ${conditions.map(({ text }) => text).join(" ")}`,
  };
}
