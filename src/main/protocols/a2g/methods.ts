// A2G 1.0: register, intent, report, heartbeat and await, and the extension escalate, as JSON-RPC methods over one engine.
import type { Engine } from "../../engine/engine.ts";
import type { Clock, SettingsSource } from "../../engine/ports.ts";
import { isJsonObject } from "../../../shared/lib/json.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import {
  type Caller,
  rpcCodes,
  type RpcError,
  type RpcMethod,
  type RpcMethods,
  type RpcParams,
} from "../../../shared/lib/rpc.ts";
import { belongsToAnother, type Identity, sourceOf } from "../common/identity.ts";
import { intentOf, intentSchema, readParams } from "../common/intent-message.ts";
import type { Connections } from "./connections.ts";
import { createAnswers, invalid } from "./answers.ts";
import { createEscalate } from "./escalate.ts";
import { agreedOf } from "./extensions.ts";
import { awaitSchema, heartbeatSchema, reportSchema } from "./messages.ts";
import { notification, type PolicyInForce, policyMessage, verdictAnswer } from "./wire.ts";

export interface A2gPorts {
  readonly clock: Clock;
  readonly settings: SettingsSource;
  readonly engine: Engine;
  readonly identity: Identity;
  readonly connections: Connections;
  /** The extensions an agent offered when it registered. */
  readonly offered: (agentDid: string) => readonly string[];
  readonly policyFor: (agentDid: string) => PolicyInForce;
  /** Told after an agent has registered, so that it can be recorded before the answer leaves. */
  readonly registered: (agentDid: string) => Promise<void>;
  readonly heartbeat: (agentDid: string, status: string, load?: number) => void;
}

export function createA2gMethods(ports: A2gPorts): RpcMethods {
  const { clock, engine, connections } = ports;

  const { settled, answered } = createAnswers(ports);

  /** Every method but register begins with who is asking; the connection is then known to be theirs. */
  function authenticate(method: string, params: RpcParams, caller: Caller): Result<string, RpcError> {
    const sender = ports.identity.authenticate(params, method, sourceOf(caller), clock.now());
    if (!sender.ok) return sender;
    const { agentDid } = sender.value;
    connections.join(agentDid, caller);
    return ok(agentDid);
  }

  const register: RpcMethod = async (params, caller) => {
    const agent = ports.identity.register(params, sourceOf(caller), clock.now());
    if (!agent.ok) return agent;
    const { agentDid } = agent.value;
    await ports.registered(agentDid);
    connections.join(agentDid, caller);
    const offered = ports.offered(agentDid);
    // Whoever offers none gets the answer of the document, word for word.
    const extensions = offered.length === 0 ? {} : { extensions: agreedOf(offered) };
    const policy = () => ({ ...policyMessage(agentDid, ports.policyFor(agentDid)), ...extensions });
    // After the answer: whoever reads one message after asking must find the answer in it.
    const { push } = caller;
    if (push !== undefined) clock.after(0, () => void push(notification("g2a/policy", policy())));
    return ok(policy());
  };

  const intent: RpcMethod = async (params, caller) => {
    const sender = authenticate("a2g/intent", params, caller);
    if (!sender.ok) return sender;
    const message = readParams(intentSchema, params);
    if (!message.ok) return message;
    const asked = intentOf(message.value, "a2g", peerKey(caller.peer));
    return answered(await engine.submit(asked), asked, message.value.context?.wait_ms ?? 0, caller);
  };

  /**
   * The documents let a2g/await name the intent alone. It is answered if exactly one of the agents that used the id is the caller's:
   * proved by its key, or by being the same peer. Nobody learns from it that another's intent exists.
   */
  const waitFor: RpcMethod = async (params, caller) => {
    if (!isJsonObject(params) || params["agent_did"] !== undefined) {
      const sender = ports.identity.authenticate(params, "a2g/await", sourceOf(caller), clock.now());
      return sender.ok ? awaited(params, caller, sender.value.agentDid) : sender;
    }
    const message = readParams(awaitSchema, params);
    if (!message.ok) return message;
    const { intent_id: intentId } = message.value;
    const senders = engine
      .ownersOf(intentId)
      .map((owner) => ports.identity.authenticate(params, "a2g/await", sourceOf(caller), clock.now(), owner));
    const own = senders.filter((sender) => sender.ok);
    const [first] = own;
    if (first?.ok === true && own.length === 1) return awaited(params, caller, first.value.agentDid);
    // The error says what is wrong with a signature, because its sender can fix it.
    const [only, ...others] = senders;
    const mendable = only?.ok === false && others.length === 0 && !belongsToAnother(only.error);
    return mendable ? only : unknownIntent(intentId);
  };

  async function awaited(params: RpcParams, caller: Caller, agentDid: string): ReturnType<RpcMethod> {
    connections.join(agentDid, caller);
    const message = readParams(awaitSchema, params);
    if (!message.ok) return message;
    const { intent_id: intentId, timeout_ms: timeoutMs } = message.value;
    const verdict = await settled(agentDid, intentId, timeoutMs, caller);
    if (verdict === undefined) return unknownIntent(message.value.intent_id);
    return verdictAnswer(verdict, ports.settings.current().denialForm);
  }

  const report: RpcMethod = async (params, caller) => {
    const sender = authenticate("a2g/report", params, caller);
    if (!sender.ok) return sender;
    const agentDid = sender.value;
    const message = readParams(reportSchema, params);
    if (!message.ok) return message;
    const { intent_id: intentId, status, result, metrics } = message.value;
    const taken = await engine.reports.take({
      agentDid,
      intentId,
      status,
      ...(result === undefined ? {} : { result: isJsonObject(result) ? result : { value: result } }),
      ...(metrics === undefined || metrics === null ? {} : { metrics }),
    });
    if (taken.ok) {
      const { late, violation } = taken.value;
      return ok({
        acknowledged: true,
        intent_id: intentId,
        ...(late ? { late } : {}),
        ...(violation ? { violation } : {}),
      });
    }
    if (taken.error === "unknown_intent") return unknownIntent(intentId);
    return fail({
      code: rpcCodes.internalError,
      message: "The ledger cannot record the report now. Send it again later.",
    });
  };

  const heartbeat: RpcMethod = async (params, caller) => {
    const sender = authenticate("a2g/heartbeat", params, caller);
    if (!sender.ok) return sender;
    const agentDid = sender.value;
    const message = readParams(heartbeatSchema, params);
    if (!message.ok) return message;
    ports.heartbeat(agentDid, message.value.status ?? "alive", message.value.load ?? undefined);
    const { version, constitutionHash } = ports.policyFor(agentDid);
    return ok({
      acknowledged: true,
      agent_did: agentDid,
      policy_version: version,
      constitution_hash: constitutionHash,
      server_time: new Date(clock.now()).toISOString(),
    });
  };

  return new Map([
    ["a2g/register", register],
    ["a2g/intent", intent],
    ["a2g/escalate", createEscalate(ports, authenticate, answered)],
    ["a2g/await", waitFor],
    ["a2g/report", report],
    ["a2g/heartbeat", heartbeat],
  ]);
}

function unknownIntent(intentId: string): Result<never, RpcError> {
  return invalid(`There is no intent ${JSON.stringify(intentId)} of this agent.`, "unknown_intent");
}
