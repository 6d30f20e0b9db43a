// AOS 0.1.0: every step, A2A and MCP message as JSON-RPC methods over one guardian.
import { canonicalJson } from "../../engine/intents/digests.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { type Caller, rpcCodes, type RpcError, type RpcMethod, type RpcMethods } from "../../../shared/lib/rpc.ts";
import { a2aAlias, a2aMethods, readA2a } from "./a2a.ts";
import { agentDidOf } from "../common/agent-did.ts";
import type { AosResult } from "./answer.ts";
import { createGuardian, type GuardianPorts } from "./guardian.ts";
import { createStepMemory } from "./memory.ts";
import { mcpMethod, readMcp } from "./mcp.ts";
import { readStep } from "./messages.ts";
import { pingSchema, type StepContext } from "./objects.ts";
import type { Step } from "./steps.ts";
import {
  readAgentTrigger,
  readKnowledgeRetrieval,
  readMemory,
  readMessage,
  readToolCallResult,
  resultOf,
} from "./text-messages.ts";
import { readToolCallRequest } from "./tool-calls.ts";

export interface AosPorts extends Omit<GuardianPorts, "memory"> {
  /** The guardian's own version. */
  readonly version: string;
  readonly healthy: () => boolean;
}

type Answered = Promise<Result<AosResult, RpcError>>;

/** One method: the request as it came, who sent it, and whether an answer is expected. */
type AosMethod = (request: JsonObject, caller: Caller, answered: boolean) => Promise<Result<unknown, RpcError>>;

export function createAosMethods(ports: AosPorts): RpcMethods {
  const memory = createStepMemory();
  const guardian = createGuardian({ ...ports, memory });
  const { engine, inventory, settings, sha256 } = ports;
  const didOf = (context: StepContext) => agentDidOf("aos", context.agent.id, sha256);
  const sessionKey = (context: StepContext) => JSON.stringify([didOf(context), context.session.id]);

  const plain =
    (read: (request: JsonObject) => Result<Step, RpcError>): AosMethod =>
    async (request, caller, answered): Answered => {
      const step = read(request);
      if (!step.ok) return step;
      const asked = await guardian.ask(offered(step.value, request), caller, answered);
      return asked.ok ? ok(asked.value.answer) : asked;
    };

  const knowledgeRetrieval: AosMethod = async (request, caller, answered): Answered => {
    const step = readKnowledgeRetrieval(request);
    if (!step.ok) return step;
    const asked = await guardian.ask(offered(step.value, request), caller, answered);
    if (!asked.ok) return asked;
    const { context, sources } = step.value;
    if (asked.value.answer.decision !== "deny" && context !== undefined) memory.retrieved(sessionKey(context), sources);
    return ok(asked.value.answer);
  };

  /** Derived, so that the result of a call finds it again even after a restart. */
  function executionIntent(context: StepContext, executionId: string): string {
    const digest = sha256(canonicalJson([didOf(context), context.session.id, executionId]));
    return `aos-call-${digest.slice(0, 32)}`;
  }

  function callKey(context: StepContext, executionId: string): string {
    return JSON.stringify(["execution", didOf(context), context.session.id, executionId]);
  }

  const toolCallRequest: AosMethod = async (request, caller, answered): Answered => {
    const call = readToolCallRequest(request, (context, toolId) => inventory.tool(didOf(context), toolId));
    if (!call.ok) return call;
    const { step, context, executionId } = call.value;
    const intentId = executionIntent(context, executionId);
    const asked = await guardian.ask(offered(step, request), caller, answered, { intentId });
    if (!asked.ok) return asked;
    memory.called(callKey(context, executionId), asked.value.intentId);
    return ok(asked.value.answer);
  };

  const toolCallResult: AosMethod = async (request, caller, answered): Answered => {
    const read = readToolCallResult(request);
    if (!read.ok) return read;
    const { step, context, executionId, isError, outputs } = read.value;
    const agentDid = didOf(context);
    const intentId = memory.call(callKey(context, executionId)) ?? executionIntent(context, executionId);
    const call = await engine.settled(agentDid, intentId, 0);
    const more = call === undefined ? {} : { parentIntent: intentId };
    const asked = await guardian.ask(offered(resultOf(call, step), request), caller, answered, more);
    if (!asked.ok) return asked;
    const status = isError ? "FAILURE" : "SUCCESS";
    // A call the guardian never saw has nothing to report on; its result was judged all the same.
    if (call !== undefined) await engine.reports.take({ agentDid, intentId, status, result: { outputs } });
    return ok(asked.value.answer);
  };

  const mcp: AosMethod = async (request, caller, answered): Answered => {
    const read = readMcp(request);
    if (!read.ok) return read;
    const { step, calls, answers } = read.value;
    // Ids of MCP requests count from 1 in every client, so without a context only the connection tells them apart.
    const scope = step.context === undefined ? caller.connectionId : sessionKey(step.context);
    const keyOf = (id: string) => JSON.stringify(["mcp", scope, id]);
    const parentIntent = answers === undefined ? undefined : memory.call(keyOf(answers.call));
    const sender = step.context === undefined ? guardian.sender(step, caller) : ok(didOf(step.context));
    if (!sender.ok) return sender;
    const call = parentIntent === undefined ? undefined : await engine.settled(sender.value, parentIntent, 0);
    const judged = answers?.ran === true ? resultOf(call, step) : step;
    const asked = await guardian.ask(
      offered(judged, request),
      caller,
      answered,
      parentIntent === undefined ? {} : { parentIntent },
    );
    if (!asked.ok) return asked;
    const { agentDid, intentId } = asked.value;
    if (calls !== undefined) memory.called(keyOf(calls), intentId);
    if (answers !== undefined && parentIntent !== undefined) {
      const refused = !answers.ran && call?.outcome === "DENIED";
      const status = refused ? "ABORTED" : answers.failed ? "FAILURE" : "SUCCESS";
      await engine.reports.take({ agentDid, intentId: parentIntent, status });
    }
    return ok(asked.value.answer);
  };

  const ping: AosMethod = async (request) => {
    const read = readStep(pingSchema, request["params"]);
    if (!read.ok) return read;
    return ok({
      status: ports.healthy() ? "connected" : "error",
      version: ports.version,
      timestamp: new Date(ports.clock.now()).toISOString(),
    });
  };

  const methods: readonly (readonly [string, AosMethod])[] = [
    ["steps/agentTrigger", plain(readAgentTrigger)],
    ["steps/knowledgeRetrieval", knowledgeRetrieval],
    ["steps/memoryStore", plain((request) => readMemory("steps/memoryStore", request))],
    ["steps/memoryContextRetrieval", plain((request) => readMemory("steps/memoryContextRetrieval", request))],
    [
      "steps/message",
      plain((request) =>
        readMessage(request, settings.current().aosStrict, (context) => memory.sources(sessionKey(context))),
      ),
    ],
    ["steps/toolCallRequest", toolCallRequest],
    ["steps/toolCallResult", toolCallResult],
    ["ping", ping],
    ...[...a2aMethods, a2aAlias].map((method): readonly [string, AosMethod] => [
      method,
      plain((request) => readA2a(method, request)),
    ]),
    [mcpMethod, mcp],
  ];
  return new Map(methods.map(([name, method]) => [name, overHttp(name, method)]));

  function overHttp(name: string, method: AosMethod): RpcMethod {
    return async (_params, caller, request) => {
      if (caller.transport !== "http") {
        return fail({ code: rpcCodes.methodNotFound, message: `Method not found: ${name} is sent by HTTP POST` });
      }
      const fault = envelopeFault(request, settings.current().aosStrict);
      return fault === undefined ? method(request, caller, request["id"] !== undefined) : fail(fault);
    };
  }
}

/** AOS asks for an id that is a text or a whole number; leaving it out is a notification, unless strictness is set. */
function envelopeFault(request: JsonObject, strict: boolean): RpcError | undefined {
  if (!strict) return undefined;
  const { id } = request;
  if (typeof id === "string" || (typeof id === "number" && Number.isInteger(id))) return undefined;
  return { code: rpcCodes.invalidRequest, message: "Invalid Request: AOS needs an id, a string or a whole number" };
}

/** A changed request repeats the id; one that no longer is what was sent cannot be repeated. */
function offered(step: Step, request: JsonObject): Step {
  const { id } = request;
  if (typeof id !== "number" || Number.isSafeInteger(id) || !Number.isInteger(id)) return step;
  const { text } = step.asks;
  const asks = text === undefined ? step.asks : { ...step.asks, text: { ...text, changeable: false } };
  return { ...step, changeable: false, asks };
}
