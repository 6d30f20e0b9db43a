// The steps that are texts on their way: triggers, knowledge, memory, messages and the results of tools.
import { severity } from "../../engine/risk/bands.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { namedParams, type RpcError } from "../../../shared/lib/rpc.ts";
import type { Finding, Verdict } from "../../../shared/domain/verdict.ts";
import { checkSources } from "./citations.ts";
import {
  agentTriggerStep,
  flatToolCallResultStep,
  knowledgeRetrievalStep,
  memoryStep,
  messageStep,
  readStep,
  strictMessageStep,
  wrappedToolCallResultStep,
} from "./messages.ts";
import type { StepContext } from "./objects.ts";
import { partTextsIn, type Place, textsIn, withTexts } from "./places.ts";
import { type Step, textStep } from "./steps.ts";

type Read<Value = Step> = Result<Value, RpcError>;

export function readAgentTrigger(request: JsonObject): Read {
  const read = readStep(agentTriggerStep, request["params"]);
  if (!read.ok) return read;
  const { context, reasoning, trigger } = read.value;
  const places = partTextsIn(memberOf(paramsOf(request), "trigger", "content"), ["trigger", "content"]);
  const noun = `the trigger (${trigger.event.type})`;
  const method = "steps/agentTrigger";
  return ok(
    textStep({ method, noun, context, reasoning, origin: "foreign", places, change: filling(request, places) }),
  );
}

export function readKnowledgeRetrieval(request: JsonObject): Read<Step & { readonly sources: readonly string[] }> {
  const read = readStep(knowledgeRetrievalStep, request["params"]);
  if (!read.ok) return read;
  const { knowledgeStep, context, reasoning } = read.value;
  const places = knowledgeStep.results.flatMap(({ content }, index) =>
    textsIn(content, ["knowledgeStep", "results", index, "content"]),
  );
  const noun = "the retrieved knowledge";
  const method = "steps/knowledgeRetrieval";
  const change = filling(request, places);
  const step = textStep({ method, noun, context, reasoning, origin: "foreign", places, change });
  return ok({ ...step, sources: knowledgeStep.results.map(({ id }) => id) });
}

export function readMemory(method: "steps/memoryStore" | "steps/memoryContextRetrieval", request: JsonObject): Read {
  const read = readStep(memoryStep, request["params"]);
  if (!read.ok) return read;
  const { context, reasoning, memory } = read.value;
  const places = textsIn(memory, ["memory"]);
  const noun = method === "steps/memoryStore" ? "the memory to store" : "the retrieved memory";
  return ok(
    textStep({ method, noun, context, reasoning, origin: "foreign", places, change: filling(request, places) }),
  );
}

const messageNouns = { user: "the user's message", agent: "the agent's message", system: "the system's message" };

export function readMessage(
  request: JsonObject,
  strict: boolean,
  retrieved: (context: StepContext) => ReadonlySet<string> | undefined,
): Read {
  const read = strict ? readStep(strictMessageStep, request["params"]) : readStep(messageStep, request["params"]);
  if (!read.ok) return read;
  const { context, reasoning, message } = read.value;
  const params = paramsOf(request);
  const places = partTextsIn(memberOf(params, "message", "content"), ["message", "content"]);
  const findings: Finding[] = [];
  const amended: Record<string, Json> = {};
  for (const member of ["citation", "citations"] as const) {
    const { kept, findings: found } = checkSources(read.value[member] ?? [], context.agent, retrieved(context));
    if (found.length === 0) continue;
    findings.push(...found);
    amended[member] = kept.map(({ index }) => memberOf(params, member, index) ?? null);
  }
  const fill = filling(request, places);
  return ok(
    textStep({
      method: "steps/message",
      noun: messageNouns[message.role],
      context,
      reasoning,
      origin: message.role === "user" ? "user" : "agent",
      places,
      findings,
      ...(findings.length === 0 ? {} : { amended }),
      change: (changed) => {
        const filled = fill(changed);
        const citations = Object.entries(changed).filter(([name]) => name in amended);
        return { ...filled, params: { ...paramsOf(filled), ...Object.fromEntries(citations) } };
      },
    }),
  );
}

export interface ToolCallResultStep {
  readonly step: Step;
  readonly context: StepContext;
  readonly executionId: string;
  readonly isError: boolean;
  readonly outputs: readonly string[];
}

export function readToolCallResult(request: JsonObject): Read<ToolCallResultStep> {
  const params = namedParams(request["params"]);
  if (!params.ok) return params;
  const wrapped = params.value["toolCallResult"] !== undefined;
  const read = readExecution(params.value, wrapped);
  if (!read.ok) return read;
  const { context, reasoning, executionId, result } = read.value;
  const way = wrapped ? ["toolCallResult", "result", "outputs"] : ["result", "outputs"];
  const places = partTextsIn(memberOf(params.value, ...way), way);
  const step = textStep({
    method: "steps/toolCallResult",
    noun: "the tool's result",
    context,
    reasoning,
    origin: "foreign",
    places,
    change: filling(request, places),
  });
  return ok({ step, context, executionId, isError: result.isError, outputs: result.outputs.map(({ text }) => text) });
}

function readExecution(params: JsonObject, wrapped: boolean) {
  if (!wrapped) return readStep(flatToolCallResultStep, params);
  const read = readStep(wrappedToolCallResultStep, params);
  if (!read.ok) return read;
  const { context, reasoning, toolCallResult } = read.value;
  return ok({ context, reasoning, executionId: toolCallResult.executionId, result: toolCallResult.result });
}

/** The step that brings the result of this call: one that was denied may have none. */
export function resultOf(call: Verdict | undefined, step: Step): Step {
  return call?.outcome === "DENIED" ? { ...step, asks: { ...step.asks, findings: [ranAlthoughDenied] } } : step;
}

const ranAlthoughDenied: Finding = {
  id: "ran-although-denied",
  score: severity.deny,
  threat: "Denied call was run",
  reason: "The agent has run a tool call that was denied, so its result may not be used",
};

/** The request with other texts in their places. */
function filling(request: JsonObject, places: readonly Place[]): (changed: JsonObject) => JsonObject {
  return (changed) => ({ ...request, params: withTexts(paramsOf(request), places, changed) });
}

function paramsOf(request: JsonObject): JsonObject {
  const params = request["params"];
  return isJsonObject(params) ? params : {};
}

function memberOf(value: Json, ...path: readonly (string | number)[]): Json | undefined {
  let member: Json | undefined = value;
  for (const part of path) {
    if (isJsonArray(member)) member = typeof part === "number" ? member[part] : undefined;
    else member = isJsonObject(member) ? member[part] : undefined;
  }
  return member;
}
