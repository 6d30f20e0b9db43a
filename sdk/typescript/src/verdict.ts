// Verdicts: what the engine said about an intent, however it was said (result, error or directive). Unreadable is never a yes.
import { effectiveArguments } from "../../../src/shared/domain/effective-arguments.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { rpcCodes } from "../../../src/shared/lib/rpc.ts";
import {
  type CapabilityManifest,
  type Condition,
  conditionKinds,
  type Outcome,
  outcomes,
} from "../../../src/shared/domain/verdict.ts";
import { RefusedError, UnreachableError } from "./errors.ts";

export interface Verdict {
  readonly intentId: string;
  readonly verdict: Outcome;
  /** True for APPROVED and CONDITIONAL. */
  readonly approved: boolean;
  /** One sentence, for the agent and its user. */
  readonly reason: string;
  /** The reason in the engine's closed vocabulary; absent after a directive. */
  readonly code?: string;
  /** What may run: the proposed arguments, or what a human or a rule made of them. */
  readonly arguments: JsonObject;
  readonly conditions: readonly Condition[];
  /** The limits to run under. */
  readonly manifest?: CapabilityManifest;
  readonly riskScore?: number;
  readonly riskLevel?: string;
  /** After this moment (milliseconds since the epoch) ask again. */
  readonly expiresAt?: number;
}

export interface Proposal {
  readonly intentId: string;
  readonly arguments: JsonObject;
}

/** From the result of a2g/intent, a2g/await or a2g/escalate. */
export function verdictFromResult(result: Json, proposal: Proposal): Verdict {
  if (!isJsonObject(result)) throw new UnreachableError("The verdict is not an object.");
  const { intent_id: intentId } = result;
  if (intentId !== undefined && intentId !== proposal.intentId) {
    throw new UnreachableError(`The verdict is for ${JSON.stringify(intentId)}, not for ${proposal.intentId}.`);
  }
  return verdictOf(result, proposal, outcomeOf(result["verdict"]));
}

/** From an error that is a denial; undefined for every other error. */
export function verdictFromError(error: unknown, proposal: Proposal): Verdict | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  const data = isJsonObject(error.data) ? error.data : {};
  // A limit that is used up is a denial as well, when it is said about an intent.
  const denial =
    error.code === rpcCodes.policyViolation ||
    (error.code === rpcCodes.capabilityExhausted && data["intent_id"] !== undefined);
  if (!denial) return undefined;
  const said = isJsonObject(data["verdict"]) ? data["verdict"] : {};
  const { reason, risk_score: score } = data;
  const risk = isJsonObject(said["risk_assessment"]) ? said["risk_assessment"] : {};
  const members = {
    ...said,
    reasoning: error.message,
    ...(reason !== undefined && { reason }),
    ...(score !== undefined && { risk_assessment: { ...risk, score } }),
  };
  return verdictOf(members, proposal, "DENIED");
}

/** From a directive that settles an intent; undefined when it settles nothing. */
export function verdictFromDirective(directive: JsonObject, proposal: Proposal): Verdict | undefined {
  const said = directive["verdict"];
  const outcome = directiveOutcome(directive["directive"], isJsonObject(said) ? said["verdict"] : said);
  if (outcome === undefined) return undefined;
  const { reason, ...rest } = { ...(isJsonObject(said) ? said : {}), ...directive };
  return verdictOf({ ...rest, reasoning: reason ?? "" }, proposal, outcome);
}

function directiveOutcome(kind: Json | undefined, said: Json | undefined): Outcome | undefined {
  if (kind === "DENY" || kind === "HALT") return "DENIED";
  if (kind !== "APPROVE" && kind !== "MODIFY") return undefined;
  return said === undefined ? (kind === "MODIFY" ? "CONDITIONAL" : "APPROVED") : outcomeOf(said);
}

function verdictOf(from: JsonObject, proposal: Proposal, verdict: Outcome): Verdict {
  const conditions = conditionsOf(from["conditions"]);
  const { arguments: changed, expires_at: expiry, reasoning, reason: code } = from;
  const risk = isJsonObject(from["risk_assessment"]) ? from["risk_assessment"] : {};
  const { score, level } = risk;
  const manifest = manifestOf(from["capability_manifest"]);
  const expiresAt = typeof expiry === "string" ? Date.parse(expiry) : Number.NaN;
  return {
    intentId: proposal.intentId,
    verdict,
    approved: verdict === "APPROVED" || verdict === "CONDITIONAL",
    reason: typeof reasoning === "string" && reasoning !== "" ? reasoning : `The verdict is ${verdict}.`,
    ...(typeof code === "string" && { code }),
    arguments: isJsonObject(changed) ? changed : effectiveArguments(proposal.arguments, conditions),
    conditions,
    ...(manifest !== undefined && { manifest }),
    ...(typeof score === "number" && { riskScore: score }),
    ...(typeof level === "string" && { riskLevel: level }),
    ...(Number.isFinite(expiresAt) && { expiresAt }),
  };
}

function outcomeOf(verdict: Json | undefined): Outcome {
  const outcome = outcomes.find((each) => each === verdict);
  if (outcome === undefined) throw new UnreachableError(`${JSON.stringify(verdict)} is no verdict this client knows.`);
  return outcome;
}

/** Other engines send conditions as plain text. */
function conditionsOf(conditions: Json | undefined): readonly Condition[] {
  if (!Array.isArray(conditions)) return [];
  return conditions.map((each: Json): Condition => {
    if (!isJsonObject(each)) return { kind: "note", text: typeof each === "string" ? each : JSON.stringify(each) };
    const { kind, text, value } = each;
    return {
      kind: conditionKinds.find((known) => known === kind) ?? "note",
      text: typeof text === "string" ? text : JSON.stringify(each),
      ...(value !== undefined && { value }),
    };
  });
}

function manifestOf(manifest: Json | undefined): CapabilityManifest | undefined {
  if (!isJsonObject(manifest)) return undefined;
  const number = (name: string): number => (typeof manifest[name] === "number" ? manifest[name] : 0);
  const list = (name: string): readonly string[] | undefined => {
    const value = manifest[name];
    return Array.isArray(value) ? value.filter((item: Json) => typeof item === "string") : undefined;
  };
  const allowedHosts = list("allowed_hosts");
  const blockedHosts = list("blocked_hosts");
  return {
    maxMemoryMb: number("max_memory_mb"),
    maxCpuPercent: number("max_cpu_percent"),
    timeoutSeconds: number("timeout_seconds"),
    networkAllowed: manifest["network_allowed"] === true,
    ...(allowedHosts !== undefined && { allowedHosts }),
    ...(blockedHosts !== undefined && { blockedHosts }),
    filesystemScope: list("filesystem_scope") ?? [],
  };
}
