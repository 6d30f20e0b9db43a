// The answer to an intent: at once, or when a human has decided and somebody waits.
import type { Engine } from "../../engine/engine.ts";
import type { SettingsSource } from "../../engine/ports.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { fail, type Result } from "../../../shared/lib/result.ts";
import { type Caller, rpcCodes, type RpcError } from "../../../shared/lib/rpc.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Connections } from "./connections.ts";
import { verdictAnswer } from "./wire.ts";

export interface AnswerPorts {
  readonly engine: Pick<Engine, "settled">;
  readonly settings: SettingsSource;
  readonly connections: Pick<Connections, "wait">;
}

export interface Answers {
  readonly settled: (
    agentDid: string,
    intentId: string,
    timeoutMs: number,
    caller: Caller,
  ) => Promise<Verdict | undefined>;
  readonly answered: (
    verdict: Result<Verdict, string>,
    intent: Intent,
    waitMs: number,
    caller: Caller,
  ) => Promise<Result<unknown, RpcError>>;
}

export function createAnswers({ engine, settings, connections }: AnswerPorts): Answers {
  const settled: Answers["settled"] = async (agentDid, intentId, timeoutMs, caller) => {
    // A lasting connection shows by itself that somebody waits; a request that is waited for over HTTP must be counted.
    const over = caller.push === undefined ? connections.wait(agentDid) : undefined;
    try {
      return await engine.settled(agentDid, intentId, timeoutMs, caller.gone);
    } finally {
      over?.();
    }
  };

  const answered: Answers["answered"] = async (verdict, { agentDid, intentId }, waitMs, caller) => {
    if (!verdict.ok) return invalid(verdict.error, "intent_id_reused");
    const { denialForm } = settings.current();
    if (verdict.value.outcome !== "ESCALATE" || waitMs === 0) return verdictAnswer(verdict.value, denialForm);
    const final = await settled(agentDid, intentId, waitMs, caller);
    return verdictAnswer(final ?? verdict.value, denialForm);
  };

  return { settled, answered };
}

export function invalid(message: string, reason: string): Result<never, RpcError> {
  return fail({ code: rpcCodes.invalidParams, message: `Invalid params: ${message}`, data: { reason } });
}
