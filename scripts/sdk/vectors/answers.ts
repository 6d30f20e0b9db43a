// Vectors of answers and notifications: what the engine sends, and what a client must make of it.
import { directiveMessage, notification, policyMessage, verdictAnswer } from "../../../src/main/protocols/a2g/wire.ts";
import type { Verdict } from "../../../src/shared/domain/verdict.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { agentDid, decidedAt, directives, proposed, safe, verdicts } from "./verdicts.ts";

export function response(verdict: Verdict, form: "auto" | "result" | "error" = "auto") {
  const answer = verdictAnswer(verdict, form);
  const members = answer.ok ? { result: answer.value } : { error: answer.error };
  return { jsonrpc: "2.0", ...members, id: 1 };
}

/** What the contract calls a Verdict, from the engine's own. */
function read(verdict: Verdict, more: Record<string, unknown> = {}) {
  const { manifest } = verdict;
  return {
    intent_id: verdict.intentId,
    verdict: verdict.outcome,
    approved: verdict.outcome === "APPROVED" || verdict.outcome === "CONDITIONAL",
    reason: verdict.reasoning,
    code: verdict.reason,
    arguments: proposed,
    conditions: verdict.conditions,
    ...(manifest !== undefined && {
      manifest: {
        max_memory_mb: manifest.maxMemoryMb,
        max_cpu_percent: manifest.maxCpuPercent,
        timeout_seconds: manifest.timeoutSeconds,
        network_allowed: manifest.networkAllowed,
        filesystem_scope: manifest.filesystemScope,
      },
    }),
    risk_score: verdict.risk.score,
    risk_level: verdict.risk.level,
    expires_at: verdict.expiresAt,
    ...more,
  };
}

function refusal(verdict: Verdict, prefix: string) {
  return read(verdict, { reason: `${prefix}: ${verdict.reasoning}` });
}

const unreadable = { error: "unreachable" };

function foreign(members: JsonObject): JsonObject {
  return { jsonrpc: "2.0", ...members, id: 1 };
}

/** Answers that this engine does not give, but another, or a broken one, might. */
const foreignCases = [
  {
    name: "an error of another engine, without the verdict",
    response: foreign({
      error: {
        code: -32_000,
        message: "Policy violation: no",
        data: { intent_id: "i-1", risk_score: 0.92, blocked_by: "static_policy" },
      },
    }),
    verdict: {
      intent_id: "i-1",
      verdict: "DENIED",
      approved: false,
      reason: "Policy violation: no",
      arguments: proposed,
      conditions: [],
      risk_score: 0.92,
    },
  },
  {
    name: "conditions as plain text, no reasoning, an empty manifest",
    response: foreign({
      result: {
        verdict: "CONDITIONAL",
        intent_id: "i-1",
        conditions: ["be quick", { kind: "new_kind", text: "unknown" }],
        capability_manifest: {},
      },
    }),
    verdict: {
      intent_id: "i-1",
      verdict: "CONDITIONAL",
      approved: true,
      reason: "The verdict is CONDITIONAL.",
      arguments: proposed,
      conditions: [
        { kind: "note", text: "be quick" },
        { kind: "note", text: "unknown" },
      ],
      manifest: {
        max_memory_mb: 0,
        max_cpu_percent: 0,
        timeout_seconds: 0,
        network_allowed: false,
        filesystem_scope: [],
      },
    },
  },
  {
    name: "a verdict nobody knows",
    response: foreign({ result: { verdict: "MAYBE", intent_id: "i-1" } }),
    ...unreadable,
  },
  { name: "no verdict", response: foreign({ result: { intent_id: "i-1" } }), ...unreadable },
  { name: "a verdict in small letters", response: foreign({ result: { verdict: "approved" } }), ...unreadable },
  {
    name: "the verdict of another intent",
    response: foreign({ result: { verdict: "APPROVED", intent_id: "i-2" } }),
    ...unreadable,
  },
  { name: "a result that is no object", response: foreign({ result: "APPROVED" }), ...unreadable },
  { name: "neither result nor error", response: foreign({}), ...unreadable },
  {
    name: "result and error",
    response: foreign({
      result: { verdict: "APPROVED", intent_id: "i-1" },
      error: { code: -32_603, message: "Internal error" },
    }),
    error: "refused",
    code: -32_603,
  },
];

export function answerVectors() {
  return {
    about:
      "response is the answer to the intent i-1 with these proposed arguments; verdict is what the client returns, or error what it throws. Members that are absent in verdict must be absent.",
    proposed,
    cases: [
      { name: "approved", response: response(verdicts.approved), verdict: read(verdicts.approved) },
      {
        name: "conditional: the last condition with arguments counts",
        response: response(verdicts.conditional),
        verdict: read(verdicts.conditional, { arguments: safe }),
      },
      { name: "only as a dry run", response: response(verdicts.rehearsal), verdict: read(verdicts.rehearsal) },
      {
        name: "escalated, and nobody waits",
        response: response(verdicts.escalated),
        verdict: read(verdicts.escalated),
      },
      { name: "denied by risk, as a result", response: response(verdicts.risky), verdict: read(verdicts.risky) },
      {
        name: "denied by risk, as an error",
        response: response(verdicts.risky, "error"),
        verdict: refusal(verdicts.risky, "Policy violation"),
      },
      {
        name: "denied by policy, as an error",
        response: response(verdicts.forbidden),
        verdict: refusal(verdicts.forbidden, "Policy violation"),
      },
      {
        name: "denied by policy, as a result",
        response: response(verdicts.forbidden, "result"),
        verdict: read(verdicts.forbidden),
      },
      {
        name: "a limit that is used up",
        response: response(verdicts.exhausted),
        verdict: refusal(verdicts.exhausted, "Refused"),
      },
      { name: "denied by a human", response: response(verdicts.denied), verdict: read(verdicts.denied) },
      ...foreignCases,
    ],
  };
}

function directiveCase(name: string, { directive, verdict }: (typeof directives)[keyof typeof directives]) {
  const { kind, intentId, reason, issuedBy } = directive;
  return {
    name,
    message: notification("g2a/directive", directiveMessage(directive, verdict)),
    event: { event: "directive", kind, intent_id: intentId, reason, issued_by: issuedBy },
  };
}

function settled(pair: (typeof directives)[keyof typeof directives], more: Record<string, unknown> = {}) {
  // A directive has neither the risk nor the code.
  const { risk_score: _score, risk_level: _level, code: _code, ...rest } = read(pair.verdict, more);
  return { ...rest, reason: pair.directive.reason };
}

export function notificationVectors() {
  const policy = {
    version: "7",
    constitutionHash: "sha256:ab",
    capabilities: { tools: { write_file: { allowed: true, constraints: {} } }, network: {}, resources: {} },
  };
  const halt = (directive: string) => ({
    agent_did: agentDid,
    intent_id: null,
    directive,
    reason: "enough",
    issued_by: "console",
    issued_at: new Date(decidedAt).toISOString(),
  });
  return {
    about:
      "message arrives unasked; event is what listeners hear. verdict is what a call that waits for i-1 with these proposed arguments returns; without it, it goes on waiting.",
    proposed,
    cases: [
      {
        name: "a policy",
        message: notification("g2a/policy", policyMessage(agentDid, policy)),
        event: {
          event: "policy",
          version: "7",
          constitution_hash: "sha256:ab",
          capabilities: policy.capabilities,
        },
      },
      { ...directiveCase("approve", directives.approve), verdict: settled(directives.approve) },
      {
        ...directiveCase("modify", directives.modify),
        verdict: settled(directives.modify, { arguments: safe }),
      },
      { ...directiveCase("deny", directives.deny), verdict: settled(directives.deny) },
      directiveCase("ask again settles nothing", directives.askAgain),
      {
        name: "halt",
        message: notification("g2a/directive", halt("HALT")),
        event: { event: "directive", kind: "HALT", reason: "enough", issued_by: "console" },
      },
      {
        name: "resume",
        message: notification("g2a/directive", halt("RESUME")),
        event: { event: "directive", kind: "RESUME", reason: "enough", issued_by: "console" },
      },
      {
        name: "a directive nobody knows",
        message: notification("g2a/directive", { ...halt("EXPLODE"), intent_id: "i-1" }),
      },
      {
        name: "a directive for another intent",
        message: notification("g2a/directive", {
          ...directiveMessage(directives.approve.directive, directives.approve.verdict),
          intent_id: "i-2",
        }),
        event: {
          event: "directive",
          kind: "APPROVE",
          intent_id: "i-2",
          reason: "Go ahead.",
          issued_by: "console",
        },
      },
      {
        name: "a revocation of tools",
        message: notification("g2a/revoke", { agent_did: agentDid, capabilities: ["write_file"], reason: "enough" }),
        event: { event: "revoke", capabilities: ["write_file"], reason: "enough" },
      },
      {
        name: "a revocation of everything",
        message: notification("g2a/revoke", { agent_did: agentDid, capabilities: "*", reason: "" }),
        event: { event: "revoke", capabilities: "*", reason: "" },
      },
      {
        name: "a revocation that cannot be read is of everything",
        message: notification("g2a/revoke", { agent_did: agentDid, reason: "enough" }),
        event: { event: "revoke", capabilities: "*", reason: "enough" },
      },
      { name: "a message nobody knows", message: notification("g2a/unknown", {}) },
    ],
  };
}
