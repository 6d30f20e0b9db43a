// AOS on the wire: the engine's verdict as the guardian's answer.
import type { Json, JsonObject } from "../../../shared/json.ts";
import { isJsonObject } from "../../../shared/json.ts";
import { type Condition, reasons, type Verdict } from "../../../shared/verdict.ts";
import type { Step } from "./steps.ts";

export interface AosResult {
  readonly decision: "allow" | "deny" | "modify";
  readonly message: string;
  readonly reasoning: string;
  readonly reasonCode: readonly string[];
  readonly data: JsonObject;
  /** The complete request again, with the same id and method: exactly when the decision is modify. */
  readonly modifiedRequest?: JsonObject;
}

export function answerOf(verdict: Verdict, step: Step): AosResult {
  const changed = changedArguments(verdict, step);
  const passes = verdict.outcome === "APPROVED" || verdict.outcome === "CONDITIONAL";
  // What must change and cannot be changed may not go on either.
  const decision =
    !passes || (changed !== undefined && !step.changeable) ? "deny" : changed === undefined ? "allow" : "modify";
  const common = { reasoning: verdict.reasoning, reasonCode: reasonCodes(verdict), data: dataOf(verdict, changed) };
  const message = messageOf(verdict, decision, step);
  if (decision !== "modify" || changed === undefined) return { decision, message, ...common };
  return { decision, message, ...common, modifiedRequest: step.change(changed, verdict.decider === "human") };
}

/** What must change before it may go on. A human's edit is the whole of the arguments, a condition names the ones it changes. */
function changedArguments(verdict: Verdict, step: Step): JsonObject | undefined {
  if (verdict.outcome !== "CONDITIONAL") return undefined;
  const changed: Record<string, Json> = {};
  let found = false;
  for (const { kind, value } of verdict.conditions) {
    if (kind === "dry_run" && step.dryRun !== undefined) changed[step.dryRun] = true;
    else if (kind === "arguments" && isJsonObject(value)) Object.assign(changed, value);
    else continue;
    found = true;
  }
  return found ? changed : undefined;
}

/** AOS has no ESCALATE: when the human's time is up, that is the reason. */
function reasonCodes({ reason, risk }: Verdict): readonly string[] {
  if (reason === "timeout") return ["ESCALATE", "TIMEOUT"];
  return [reason.toUpperCase(), ...risk.threats.map((threat) => threat.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_"))];
}

function messageOf(verdict: Verdict, decision: AosResult["decision"], { noun, method }: Step): string {
  if (decision === "deny") return `Denied ${noun}: ${reasons[verdict.reason].toLowerCase()}.`;
  const conditions = verdict.conditions.map(({ text }) => text).join(" ");
  if (decision === "modify") return `Changed ${noun} (${method}): use modifiedRequest. ${conditions}`.trim();
  return `Allowed ${noun}.${conditions === "" ? "" : ` ${conditions}`}`;
}

function dataOf(verdict: Verdict, changed: JsonObject | undefined): JsonObject {
  const { risk, conditions } = verdict;
  const told = conditions.filter(({ kind }) => kind !== "arguments").map(conditionMessage);
  return {
    intentId: verdict.intentId,
    verdict: verdict.outcome,
    riskScore: risk.score,
    riskLevel: risk.level,
    threats: risk.threats,
    findings: risk.findings.map(({ id, reason }) => ({ id, reason })),
    decidedBy: verdict.decider,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    ...(told.length === 0 ? {} : { conditions: told }),
    ...(changed === undefined ? {} : { changed: Object.keys(changed) }),
    policyVersion: verdict.policyVersion,
  };
}

function conditionMessage({ kind, text, value }: Condition): JsonObject {
  // The policy was read from YAML, so what a condition holds is JSON.
  return { kind, text, ...(value === undefined ? {} : { value: value as Json }) };
}
