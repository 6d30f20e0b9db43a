// AEON on the wire: what callers receive.
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { rpcCodes, type RpcError } from "../../../shared/lib/rpc.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { RiskAssessment, Verdict } from "../../../shared/domain/verdict.ts";
import type { CallEnd } from "../common/calls.ts";

/** The end of the output is where a program says what went wrong. */
const tailCharacters = 4096;

export function callAnswer(end: CallEnd, form: Settings["denialForm"]): Result<unknown, RpcError> {
  if (end.kind === "busy") {
    return fail({
      code: rpcCodes.capabilityExhausted,
      message: "Too many tools are running. Wait until one of them has ended.",
      data: { reason: "too_many_running" },
    });
  }
  if (end.kind === "repeated") {
    return fail({
      code: rpcCodes.invalidParams,
      message: `Invalid params: the call ${JSON.stringify(end.intentId)} was made before, and a call is executed once. Use a new intent_id for a new call.`,
      data: { reason: "call_repeated", intent_id: end.intentId },
    });
  }
  return end.kind === "denied" ? denial(end.verdict, form) : ending(end);
}

function denial(verdict: Verdict, form: Settings["denialForm"]): Result<unknown, RpcError> {
  const message = `Policy violation: ${verdict.reasoning}`;
  const data = {
    risk_score: verdict.risk.score,
    blocked_by: "governance_loop",
    intent_id: verdict.intentId,
    reason: verdict.reason,
    risk_level: verdict.risk.level,
    threats: verdict.risk.threats,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
  };
  if (form === "result") return ok({ content: [{ type: "text", text: message }], isError: true, _meta: data });
  return fail({ code: rpcCodes.policyViolation, message, data });
}

function ending({ verdict, result, durationMs }: Extract<CallEnd, { kind: "ran" }>): Result<unknown, RpcError> {
  const { output, fault, exitCode, sandbox, notes } = result;
  const shared = { intent_id: verdict.intentId, sandbox, duration_ms: durationMs };
  if (fault === undefined) {
    const said = [...verdict.conditions.map(({ text }) => text), ...notes];
    const code = exitCode === undefined ? {} : { exit_code: exitCode };
    const meta = { ...shared, ...code, ...(said.length === 0 ? {} : { notes: said }) };
    return ok({ content: [{ type: "text", text: output }], _meta: meta });
  }
  return fail({
    code: rpcCodes.executionError,
    message: `Execution error: ${fault}`,
    data: {
      ...shared,
      status: result.status,
      exit_code: exitCode ?? null,
      output: output.slice(-tailCharacters),
      output_cut: output.length > tailCharacters,
      ...(notes.length === 0 ? {} : { notes }),
    },
  });
}

export function riskMessage(risk: RiskAssessment) {
  const sentence = reasoningOf(risk);
  return {
    risk_score: risk.score,
    risk_level: risk.level,
    threats: risk.threats,
    reasoning: sentence,
    reason: sentence,
    model_score: risk.modelScore,
    heuristic_score: risk.heuristicScore,
    model_status: risk.modelStatus,
    ...(risk.modelOrigin === undefined ? {} : { model_origin: risk.modelOrigin }),
  };
}

function reasoningOf({ findings, score, modelScore, modelOrigin }: RiskAssessment): string {
  const reasons = findings.slice(0, 3).map(({ reason }) => reason.replace(/\.$/, ""));
  if (reasons.length > 0) return `${reasons.join(". ")}.`;
  if (modelScore >= 0.4 && modelScore === score)
    return `The model ${modelOrigin ?? ""} sees a risk in it.`.replace("  ", " ");
  return "Nothing risky was found in it.";
}
