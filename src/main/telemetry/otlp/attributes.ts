// The attributes of spans: the gen_ai names OpenTelemetry's conventions give, and aos names for what only a guardian knows.
import { type Attributes, SpanStatusCode, type SpanStatus } from "@opentelemetry/api";
import type { Outcome } from "../../../shared/domain/verdict.ts";
import type { ResultRecord, StepRecord } from "./records.ts";

/** As AOS words a guardian's answer. */
const decisions: Readonly<Record<Outcome, string>> = {
  APPROVED: "allow",
  CONDITIONAL: "modify",
  DENIED: "deny",
  ESCALATE: "hold",
};

/** A step of AOS that uses no tool stands in its place: steps/message, agent/inventory. */
const toolless = /^(?:steps|agent)\//;

function usesTool({ protocol, tool }: StepRecord): boolean {
  return protocol !== "aos" || !toolless.test(tool);
}

export function stepName(step: StepRecord): string {
  return usesTool(step) ? `execute_tool ${step.tool}` : step.tool;
}

export function agentAttributes(step: Pick<StepRecord, "agentDid" | "agentName" | "sessionId">): Attributes {
  return {
    "gen_ai.agent.id": step.agentDid,
    "gen_ai.agent.name": step.agentName,
    "gen_ai.conversation.id": step.sessionId,
    "aos.session.id": step.sessionId,
  };
}

export function stepAttributes(step: StepRecord): Attributes {
  const tool: Attributes = usesTool(step)
    ? {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": step.tool,
        "gen_ai.tool.call.id": step.intentId,
        "gen_ai.tool.call.arguments": step.arguments,
        "aos.step.type": "toolCallRequest",
      }
    : { "aos.step.type": step.tool.replace(toolless, "") };
  return {
    ...agentAttributes(step),
    ...tool,
    "aos.turn.id": step.turnId,
    "aos.step.id": step.stepId ?? step.intentId,
    "aos.intent.id": step.intentId,
    "aos.intent.parent": step.parentIntent,
    "aos.intent.summary": step.summary,
    "aos.intent.effects": [...step.effects],
    "aos.protocol": step.protocol,
    "aos.decision": decisions[step.outcome],
    "aos.verdict": step.outcome,
    "aos.reason": step.reason,
    "aos.reasoning": step.reasoning,
    "aos.decider": step.decider,
    "aos.rule": step.rule,
    "aos.risk.score": step.score,
    "aos.risk.level": step.level,
    "aos.risk.threats": [...step.threats],
    "aos.policy.version": step.policyVersion,
    "aos.waited_ms": step.waitedMs,
    ...(step.outcome === "DENIED" ? { "error.type": step.reason } : {}),
  };
}

export function stepStatus({ outcome, reasoning }: StepRecord): SpanStatus {
  return outcome === "DENIED" ? { code: SpanStatusCode.ERROR, message: reasoning } : { code: SpanStatusCode.OK };
}

export function resultAttributes(result: ResultRecord): Attributes {
  return {
    "gen_ai.tool.name": result.tool,
    "gen_ai.tool.call.id": result.intentId,
    "gen_ai.agent.id": result.agentDid,
    "aos.step.type": "toolCallResult",
    "aos.intent.id": result.intentId,
    "aos.result.status": result.status,
    "aos.result.late": result.late,
    "aos.result.violation": result.violation,
    ...(result.status === "SUCCESS" ? {} : { "error.type": result.status }),
  };
}

export function resultStatus({ status, violation }: ResultRecord): SpanStatus {
  if (violation) return { code: SpanStatusCode.ERROR, message: "It ran what was not approved." };
  return status === "SUCCESS" ? { code: SpanStatusCode.OK } : { code: SpanStatusCode.ERROR, message: status };
}
