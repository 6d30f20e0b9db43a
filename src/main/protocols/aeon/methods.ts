// AEON: tools/call (Gatehouse executes) and tools/list as JSON-RPC methods, and /score_risk as a plain route.
import type { ToolRunner } from "../../../shared/domain/execution.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { isJsonObject, type JsonObject } from "../../../shared/lib/json.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import { fail, ok } from "../../../shared/lib/result.ts";
import {
  type Caller,
  namedParams,
  type PlainRoute,
  rpcCodes,
  type RpcMethod,
  type RpcMethods,
} from "../../../shared/lib/rpc.ts";
import type { RiskAssessment } from "../../../shared/domain/verdict.ts";
import type { Clock, Identifiers, SettingsSource } from "../../engine/ports.ts";
import { authenticateUnnamed, type Identity, sourceOf } from "../common/identity.ts";
import type { ToolCalls } from "../common/calls.ts";
import { anonymousAgent, intentOfQuestion, readCall, readQuestion } from "./messages.ts";
import { callAnswer, riskMessage } from "./wire.ts";

export interface AeonPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly settings: SettingsSource;
  readonly identity: Pick<Identity, "authenticate">;
  readonly runner: Pick<ToolRunner, "list" | "check">;
  readonly calls: Pick<ToolCalls, "call">;
}

export function createAeonMethods(ports: AeonPorts): RpcMethods {
  function senderOf(params: JsonObject, caller: Caller): ReturnType<Identity["authenticate"]> {
    const { identity } = ports;
    const source = sourceOf(caller);
    const now = ports.clock.now();
    if ((params["agent_did"] ?? null) !== null) return identity.authenticate(params, "tools/call", source, now);
    return authenticateUnnamed(identity, params, anonymousAgent, "tools/call", source, now);
  }

  const call: RpcMethod = async (params, caller) => {
    const named = namedParams(params);
    if (!named.ok) return named;
    const sender = senderOf(named.value, caller);
    if (!sender.ok) return sender;
    const from = { agentDid: sender.value.agentDid, peerKey: peerKey(caller.peer) };
    const message = readCall(named.value, from, ports.identifiers.next());
    if (!message.ok) return message;
    const { intent, givenId, waitMs } = message.value;
    const fits = ports.runner.check(intent.tool, intent.arguments);
    if (!fits.ok) {
      const unknown = fits.error.kind === "unknown_tool";
      const [code, what] = unknown
        ? [rpcCodes.methodNotFound, "Method not found"]
        : [rpcCodes.invalidParams, "Invalid params"];
      return fail({ code, message: `${what}: ${fits.error.message}`, data: { reason: fits.error.kind } });
    }
    const end = await ports.calls.call(intent, { waitMs, givenId, gone: caller.gone });
    return callAnswer(end, ports.settings.current().denialForm);
  };

  return new Map([
    ["tools/call", call],
    ["tools/list", async () => ok({ tools: ports.runner.list() })],
  ]);
}

/** Phases 1 to 4 for a question: nothing is recorded and nobody is asked. */
export type Scorer = (intent: Intent) => Promise<RiskAssessment>;

export function scoreRiskRoute(score: Scorer): PlainRoute {
  return {
    method: "POST",
    handle: async (body, _caller, query) => {
      const question = isJsonObject(body) ? readQuestion(body) : fail("The body is an object with method and params.");
      if (!question.ok) return { status: 400, body: { error: question.error } };
      const relayed = query.has("relayed");
      return { status: 200, body: riskMessage(await score({ ...intentOfQuestion(question.value), relayed })) };
    },
  };
}
