// Ledger entries for what the engine does: one builder for each kind, everything already redacted. Bodies are recorded as
// canonical JSON: their members stand in alphabetical order here, so that nobody has to sort them.
import type { Grant } from "../../../shared/domain/approval.ts";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import { detached } from "../../../shared/lib/detached.ts";
import type { Directive } from "../../../shared/domain/directive.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Headline } from "../../../shared/domain/headline.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Digests } from "./digests.ts";
import type { Evaluation, PhaseTimings } from "../pipeline/evaluation.ts";
import type { SecretScanner } from "../ports.ts";
import { redactJson, redactObject, redactText } from "./redact.ts";

const mostPaths = 16;
const longestPath = 4096;

export function about(
  intent: Intent,
): Pick<NewEntry, "agentDid" | "sessionId" | "intentId" | "parentIntent" | "protocol" | "tool"> {
  const { sessionId, parentIntent } = intent.context;
  return {
    agentDid: intent.agentDid,
    ...(sessionId === undefined ? {} : { sessionId }),
    intentId: intent.intentId,
    ...(parentIntent === undefined ? {} : { parentIntent }),
    protocol: intent.protocol,
    tool: intent.tool,
  };
}

/** What was made of an intent before it is recorded. */
export interface Prepared {
  readonly receivedAt: number;
  /** The digest of its content. */
  readonly digest: string;
  /** Redacted, like the headline and the arguments. */
  readonly summary: string;
  readonly headline: Headline;
  readonly arguments: JsonObject;
}

export function intentEntry(
  intent: Intent,
  facts: Facts,
  { receivedAt, digest, summary, headline, arguments: given }: Prepared,
  digests: Digests,
  findSecrets: SecretScanner,
): NewEntry {
  const { sessionId: _session, parentIntent: _parent, ...context } = intent.context;
  return {
    kind: "intent",
    at: receivedAt,
    ...about(intent),
    ...places(facts),
    summary,
    body: {
      arguments: given,
      arguments_sha256: digests.sha256(digests.argumentsText(intent)),
      ...(intent.boundary === undefined ? {} : { boundary: redactJson(plain(intent.boundary), findSecrets) }),
      content_digest: digest,
      ...(Object.keys(context).length === 0 ? {} : { context: redactObject(plain(context), findSecrets) }),
      effects: facts.effects,
      ...(intent.definition === undefined ? {} : { definition: redactJson(plain(intent.definition), findSecrets) }),
      headline: plain(headline),
      ...(intent.peerKey === undefined ? {} : { peer: intent.peerKey }),
      ...(facts.secrets.length === 0 ? {} : { secrets: plain(facts.secrets) }),
      ...(facts.uninspected.length === 0 ? {} : { uninspected: redactJson(plain(facts.uninspected), findSecrets) }),
    },
  };
}

/** A verdict and, where the action may run, of which sequences it is the first step. */
export function verdictEntry(
  intent: Intent,
  { facts, marks, latent }: { readonly facts: Places } & Pick<Evaluation, "marks" | "latent">,
  verdict: Verdict,
  findSecrets: SecretScanner,
  timings?: PhaseTimings,
): NewEntry {
  const { risk } = verdict;
  const runs = verdict.outcome === "APPROVED" || verdict.outcome === "CONDITIONAL";
  return {
    kind: "verdict",
    at: verdict.decidedAt,
    ...about(intent),
    outcome: verdict.outcome,
    level: risk.level,
    score: risk.score,
    reason: verdict.reason,
    decider: verdict.decider,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    ...places(facts),
    summary: redactText(verdict.reasoning, findSecrets),
    body: {
      ...(verdict.conditions.length === 0 ? {} : { conditions: redactJson(plain(verdict.conditions), findSecrets) }),
      constitution_hash: verdict.constitutionHash,
      expires_at: verdict.expiresAt,
      ...(risk.findings.length === 0 ? {} : { findings: redactJson(plain(risk.findings), findSecrets) }),
      heuristic_score: risk.heuristicScore,
      ...(latent === undefined || verdict.outcome === "DENIED"
        ? {}
        : { latent: redactJson(plain(latent), findSecrets) }),
      ...(verdict.manifest === undefined ? {} : { manifest: plain(verdict.manifest) }),
      ...(runs && marks.length > 0 ? { marks } : {}),
      ...(timings === undefined ? {} : { microseconds: plain(timings) }),
      ...(verdict.wouldBe === undefined ? {} : { mode: "observe" }),
      ...(risk.modelOrigin === undefined ? {} : { model_origin: risk.modelOrigin }),
      model_score: risk.modelScore,
      model_status: risk.modelStatus,
      phase: verdict.phase,
      policy_version: verdict.policyVersion,
      ...(verdict.wouldBe === undefined ? {} : { would_be: plain(verdict.wouldBe) }),
    },
  };
}

export function directiveEntry(
  intent: Intent,
  directive: Directive,
  waitedMs: number,
  findSecrets: SecretScanner,
  more: JsonObject = {},
): NewEntry {
  return {
    kind: "directive",
    at: directive.issuedAt,
    ...about(intent),
    summary: redactText(`${directive.kind} by ${directive.issuedBy}: ${directive.reason}`, findSecrets),
    body: {
      directive: directive.kind,
      reason: redactText(directive.reason, findSecrets),
      issued_by: directive.issuedBy,
      waited_ms: waitedMs,
      ...redactObject(more, findSecrets),
    },
  };
}

export function grantEntry(grant: Grant, live: boolean, actor: string, at: number): NewEntry {
  return {
    kind: "grant",
    at,
    agentDid: grant.agentDid,
    intentId: grant.fromIntent,
    tool: grant.tool,
    summary: `${live ? "Granted" : "Revoked"} by ${actor}: ${grant.effect} ${grant.title} (${grant.duration})`,
    body: { live, actor, grant: plain(grant) },
  };
}

/** The part of the facts that people filter by. */
type Places = Pick<Facts, "paths" | "hosts">;

function places(facts: Places): Pick<NewEntry, "paths" | "hosts"> {
  return {
    ...(facts.paths.length === 0 ? {} : { paths: facts.paths.slice(0, mostPaths).map((fact) => shortened(fact.path)) }),
    ...(facts.hosts.length === 0 ? {} : { hosts: facts.hosts.slice(0, mostPaths).map((fact) => fact.host) }),
  };
}

/** No path is longer: what the agent gave is recorded as far as it could be one. */
function shortened(path: string): string {
  return path.length <= longestPath ? path : detached(path.slice(0, longestPath));
}

/** Our own readonly records are JSON already; TypeScript cannot see that an interface has no hidden members. */
export function plain(value: object): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return value as unknown as JsonObject;
}
