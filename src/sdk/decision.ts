// Decisions: what Gatehouse said about an intent, however it was said (result, error or directive). Unreadable is never a yes.
import { effectiveArguments } from "../shared/domain/effective-arguments.ts";
import { isJsonObject, type Json, type JsonObject } from "../shared/lib/json.ts";
import { rpcCodes } from "../shared/lib/rpc.ts";
import {
  type CapabilityManifest,
  type Condition,
  conditionKinds,
  type Outcome,
  outcomes,
} from "../shared/domain/verdict.ts";
import { GatehouseError, UnreachableError } from "./errors.ts";

export interface Decision {
  readonly intentId: string;
  readonly verdict: Outcome;
  /** True for APPROVED and CONDITIONAL. */
  readonly approved: boolean;
  /** One sentence, for the agent and its user. */
  readonly reason: string;
  /** What may run: the proposed arguments, or what a human or a rule made of them. */
  readonly arguments: JsonObject;
  readonly conditions: readonly Condition[];
  /** The limits to run under. */
  readonly manifest?: CapabilityManifest;
  readonly riskScore?: number;
  /** After this moment (milliseconds since the epoch) ask again. */
  readonly expiresAt?: number;
}

interface Proposal {
  readonly intentId: string;
  readonly arguments: JsonObject;
}

/** From the result of a2g/intent or a2g/await. */
export function decisionFromResult(result: Json, proposal: Proposal): Decision {
  if (!isJsonObject(result)) throw new UnreachableError("The verdict is not an object.");
  const risk = result["risk_assessment"];
  return decision(result, proposal, outcomeOf(result["verdict"]), isJsonObject(risk) ? risk["score"] : undefined);
}

/** From an error that is a denial; undefined for every other error. */
export function decisionFromError(error: unknown, proposal: Proposal): Decision | undefined {
  if (!(error instanceof GatehouseError)) return undefined;
  const data = isJsonObject(error.data) ? error.data : {};
  // A limit that is used up is a denial as well, when it is said about an intent.
  const denial =
    error.code === rpcCodes.policyViolation ||
    (error.code === rpcCodes.capabilityExhausted && data["intent_id"] !== undefined);
  if (!denial) return undefined;
  return decision({ reasoning: error.message }, proposal, "DENIED", data["risk_score"]);
}

/** From a directive that settles an intent; undefined when it settles nothing. */
export function decisionFromDirective(directive: JsonObject, proposal: Proposal): Decision | undefined {
  const said = directive["verdict"];
  const verdict = isJsonObject(said) ? said : {};
  const outcome = directiveOutcome(directive["directive"], isJsonObject(said) ? said["verdict"] : said);
  if (outcome === undefined) return undefined;
  const risk = verdict["risk_assessment"];
  const score = isJsonObject(risk) ? risk["score"] : undefined;
  return decision({ ...verdict, ...directive, reasoning: directive["reason"] ?? "" }, proposal, outcome, score);
}

function directiveOutcome(kind: Json | undefined, said: Json | undefined): Outcome | undefined {
  if (kind === "DENY" || kind === "HALT") return "DENIED";
  if (kind !== "APPROVE" && kind !== "MODIFY") return undefined;
  return said === undefined ? (kind === "MODIFY" ? "CONDITIONAL" : "APPROVED") : outcomeOf(said);
}

function decision(from: JsonObject, proposal: Proposal, verdict: Outcome, score: Json | undefined): Decision {
  const conditions = conditionsOf(from["conditions"]);
  const { arguments: told } = from;
  const manifest = manifestOf(from["capability_manifest"]);
  const expiry = from["expires_at"];
  const expiresAt = typeof expiry === "string" ? Date.parse(expiry) : Number.NaN;
  const reason = from["reasoning"] ?? from["reason"];
  return {
    intentId: proposal.intentId,
    verdict,
    approved: verdict === "APPROVED" || verdict === "CONDITIONAL",
    reason: typeof reason === "string" && reason !== "" ? reason : `The verdict is ${verdict}.`,
    arguments: isJsonObject(told) ? told : effectiveArguments(proposal.arguments, conditions),
    conditions,
    ...(manifest !== undefined && { manifest }),
    ...(typeof score === "number" && { riskScore: score }),
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
