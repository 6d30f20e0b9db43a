// A2G on the wire: what agents receive.
import type { Directive } from "../../../shared/domain/directive.ts";
import type { Capabilities } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { rpcCodes, type RpcError, type RpcNotification } from "../../../shared/lib/rpc.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { CapabilityManifest, ReasonCode, Verdict } from "../../../shared/domain/verdict.ts";

function manifestMessage(manifest: CapabilityManifest) {
  return {
    max_memory_mb: manifest.maxMemoryMb,
    max_cpu_percent: manifest.maxCpuPercent,
    timeout_seconds: manifest.timeoutSeconds,
    network_allowed: manifest.networkAllowed,
    ...(manifest.allowedHosts === undefined ? {} : { allowed_hosts: manifest.allowedHosts }),
    ...(manifest.blockedHosts === undefined ? {} : { blocked_hosts: manifest.blockedHosts }),
    filesystem_scope: manifest.filesystemScope,
  };
}

function verdictMessage(verdict: Verdict) {
  const { risk, manifest } = verdict;
  return {
    verdict: verdict.outcome,
    intent_id: verdict.intentId,
    risk_assessment: {
      score: risk.score,
      level: risk.level,
      model_score: risk.modelScore,
      gemma_score: risk.modelScore,
      heuristic_score: risk.heuristicScore,
      model_status: risk.modelStatus,
      ...(risk.modelOrigin === undefined ? {} : { model_origin: risk.modelOrigin }),
      threats: risk.threats,
    },
    ...(manifest === undefined ? {} : { capability_manifest: manifestMessage(manifest) }),
    conditions: verdict.conditions,
    reasoning: verdict.reasoning,
    reason: verdict.reason,
    decided_by: verdict.decider,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    policy_version: verdict.policyVersion,
    expires_at: new Date(verdict.expiresAt).toISOString(),
  };
}

/** Limits have codes of their own; every other denial before the risk score is the static policy's. */
const limitCodes: Partial<Record<ReasonCode, number>> = {
  rate_exceeded: rpcCodes.capabilityExhausted,
  quota_exceeded: rpcCodes.capabilityExhausted,
  session_expired: rpcCodes.sessionExpired,
};

/** An escalation that nobody could answer: its rule asked, it did not deny. */
const unanswered: ReadonlySet<ReasonCode> = new Set([
  "timeout",
  "shutdown",
  "queue_full",
  "agent_gone",
  "ledger_unavailable",
  "engine_fault",
]);

/** A verdict is answered as a result, or as an error where the documents say so: never as both. */
export function verdictAnswer(verdict: Verdict, form: Settings["denialForm"]): Result<unknown, RpcError> {
  if (verdict.outcome !== "DENIED" || form === "result") return ok(verdictMessage(verdict));
  const limitCode = limitCodes[verdict.reason];
  const byPolicy = verdict.phase === 2 && verdict.decider !== "human" && !unanswered.has(verdict.reason);
  if (form === "auto" && limitCode === undefined && !byPolicy) return ok(verdictMessage(verdict));
  return fail({
    code: limitCode ?? rpcCodes.policyViolation,
    message: `${limitCode === undefined ? "Policy violation" : "Refused"}: ${verdict.reasoning}`,
    data: {
      intent_id: verdict.intentId,
      risk_score: verdict.risk.score,
      blocked_by: byPolicy ? "static_policy" : "governance_loop",
      reason: verdict.reason,
      ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
      verdict: verdictMessage(verdict),
    },
  });
}

export interface PolicyInForce {
  readonly version: string;
  readonly constitutionHash: string;
  readonly capabilities: Capabilities;
}

export function policyMessage(agentDid: string, policy: PolicyInForce) {
  return {
    agent_did: agentDid,
    version: policy.version,
    capabilities: policy.capabilities,
    constitution_hash: policy.constitutionHash,
  };
}

export function notification(method: string, params: unknown): RpcNotification {
  return { jsonrpc: "2.0", method, params };
}

export function directiveMessage(directive: Directive, verdict: Verdict) {
  return {
    agent_did: directive.agentDid,
    intent_id: directive.intentId,
    directive: directive.kind,
    verdict: verdict.outcome,
    reason: directive.reason,
    conditions: verdict.conditions,
    ...(directive.arguments === undefined ? {} : { arguments: directive.arguments }),
    ...(verdict.manifest === undefined ? {} : { capability_manifest: manifestMessage(verdict.manifest) }),
    issued_by: directive.issuedBy,
    issued_at: new Date(directive.issuedAt).toISOString(),
    expires_at: new Date(verdict.expiresAt).toISOString(),
  };
}
