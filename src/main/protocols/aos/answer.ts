// AOS on the wire: the engine's verdict as the guardian's answer.
import { canonicalJson } from "../../engine/intents/digests.ts";
import { jsonSchema } from "../common/json-schema.ts";
import { effectiveArguments } from "../../../shared/domain/effective-arguments.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { type Condition, reasons, type Verdict } from "../../../shared/domain/verdict.ts";
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
  const stuck =
    passes && ((changed !== undefined && !step.changeable) || (isRehearsal(verdict) && step.dryRun === undefined));
  const decision = !passes || stuck ? "deny" : changed === undefined ? "allow" : "modify";
  const common = {
    reasoning: verdict.reasoning,
    reasonCode: reasonCodes(verdict),
    data: dataOf(verdict, step, changed),
  };
  const message = stuck ? stuckMessage(verdict, step) : messageOf(verdict, decision, step);
  if (decision !== "modify" || changed === undefined) return { decision, message, ...common };
  return { decision, message, ...common, modifiedRequest: step.change(changed) };
}

/** All of the arguments it may go on with; undefined when they are the given ones. */
function changedArguments(verdict: Verdict, step: Step): JsonObject | undefined {
  if (verdict.outcome !== "CONDITIONAL") return undefined;
  const { conditions } = verdict;
  const effective = effectiveArguments(step.asks.arguments, conditions);
  const whole = isRehearsal(verdict) && step.dryRun !== undefined ? { ...effective, [step.dryRun]: true } : effective;
  return whole === step.asks.arguments ? undefined : whole;
}

function isRehearsal({ conditions }: Verdict): boolean {
  return conditions.some(({ kind }) => kind === "dry_run");
}

function namesOfChanges(before: JsonObject, after: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null));
}

/** AOS has no ESCALATE: a request that no human answered in time, or before Gatehouse was closed, says so here. */
function reasonCodes({ reason, risk }: Verdict): readonly string[] {
  if (reason === "timeout" || reason === "shutdown") return ["ESCALATE", reason.toUpperCase()];
  return [reason.toUpperCase(), ...risk.threats.map((threat) => threat.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_"))];
}

function stuckMessage({ conditions }: Verdict, { noun }: Step): string {
  const texts = conditions.map(({ text }) => text).join(" ");
  return `Denied ${noun}: it may go on only under conditions that nothing in it can express. ${texts}`.trim();
}

function messageOf(verdict: Verdict, decision: AosResult["decision"], { noun, method }: Step): string {
  if (decision === "deny") return `Denied ${noun}: ${reasons[verdict.reason].toLowerCase()}.`;
  const conditions = verdict.conditions.map(({ text }) => text).join(" ");
  if (decision === "modify") return `Changed ${noun} (${method}): use modifiedRequest. ${conditions}`.trim();
  return `Allowed ${noun}.${conditions === "" ? "" : ` ${conditions}`}`;
}

function dataOf(verdict: Verdict, { asks }: Step, changed: JsonObject | undefined): JsonObject {
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
    ...(changed === undefined ? {} : { changed: namesOfChanges(asks.arguments, changed) }),
    policyVersion: verdict.policyVersion,
  };
}

function conditionMessage({ kind, text, value }: Condition): JsonObject {
  // The policy was read from YAML, so what a condition holds is JSON.
  return { kind, text, ...(value === undefined ? {} : { value: jsonSchema.parse(value) }) };
}
