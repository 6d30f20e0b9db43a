// The steps that are texts on their way: triggers, knowledge, memory, messages and the results of tools.
import type { Finding } from "../../../shared/verdict.ts";
import { severity } from "../../engine/risk/bands.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { namedParams, type RpcError } from "../../../shared/rpc.ts";
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
import { placesIn, type Step, textStep } from "./steps.ts";

type Read<Value = Step> = Result<Value, RpcError>;

export function readAgentTrigger(request: JsonObject): Read {
  const read = readStep(agentTriggerStep, request["params"]);
  if (!read.ok) return read;
  const { places, fill } = placesIn(paramsOf(request), [["trigger", "content"]]);
  return ok(
    textStep({
      method: "steps/agentTrigger",
      noun: `the trigger (${read.value.trigger.event.type})`,
      ...read.value,
      reasoning: read.value.reasoning,
      origin: "foreign",
      places,
      change: (changed) => ({ ...request, params: fill(changed) }),
    }),
  );
}

export function readKnowledgeRetrieval(request: JsonObject): Read<Step & { readonly sources: readonly string[] }> {
  const read = readStep(knowledgeRetrievalStep, request["params"]);
  if (!read.ok) return read;
  const { knowledgeStep, context, reasoning } = read.value;
  const paths = knowledgeStep.results.map((_, index) => ["knowledgeStep", "results", index, "content"]);
  const { places, fill } = placesIn(paramsOf(request), paths);
  const step = textStep({
    method: "steps/knowledgeRetrieval",
    noun: "the retrieved knowledge",
    context,
    reasoning,
    origin: "foreign",
    places,
    change: (changed) => ({ ...request, params: fill(changed) }),
  });
  return ok({ ...step, sources: knowledgeStep.results.map(({ id }) => id) });
}

export function readMemory(method: "steps/memoryStore" | "steps/memoryContextRetrieval", request: JsonObject): Read {
  const read = readStep(memoryStep, request["params"]);
  if (!read.ok) return read;
  const { context, reasoning } = read.value;
  const { places, fill } = placesIn(paramsOf(request), [["memory"]]);
  return ok(
    textStep({
      method,
      noun: method === "steps/memoryStore" ? "the memory to store" : "the retrieved memory",
      context,
      reasoning,
      origin: "foreign",
      places,
      change: (changed) => ({ ...request, params: fill(changed) }),
    }),
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
  const { places, fill } = placesIn(paramsOf(request), [["message", "content"]]);
  const findings: Finding[] = [];
  const amended: Record<string, JsonObject[string]> = {};
  for (const member of ["citation", "citations"] as const) {
    const cited = read.value[member];
    if (cited === undefined) continue;
    const checked = checkSources(cited, context.agent, retrieved(context));
    if (checked.findings.length === 0) continue;
    findings.push(...checked.findings);
    // They came as JSON; the schema's types say less than that.
    amended[member] = checked.kept as unknown as JsonObject[string];
  }
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
      change: (changed) => ({ ...request, params: { ...fill(changed), ...only(changed, Object.keys(amended)) } }),
    }),
  );
}

function only(changed: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(changed).filter(([name]) => names.includes(name)));
}

export interface ToolCallResultStep {
  readonly step: Step;
  readonly executionId: string;
  readonly isError: boolean;
  readonly outputs: readonly string[];
}

/** `ran` says that the call was denied and has run all the same. */
export function readToolCallResult(
  request: JsonObject,
  wasDenied: (context: StepContext, executionId: string) => boolean,
): Read<ToolCallResultStep> {
  const params = namedParams(request["params"]);
  if (!params.ok) return params;
  const wrapped = params.value["toolCallResult"] !== undefined;
  const read = readExecution(params.value, wrapped);
  if (!read.ok) return read;
  const { context, reasoning, executionId, result } = read.value;
  const outputs = wrapped ? ["toolCallResult", "result", "outputs"] : ["result", "outputs"];
  const { places, fill } = placesIn(params.value, [outputs]);
  const step = textStep({
    method: "steps/toolCallResult",
    noun: "the tool's result",
    context,
    reasoning,
    origin: "foreign",
    places: places.filter(({ path }) => path.at(-1) === "text"),
    findings: wasDenied(context, executionId) ? [ranAlthoughDenied] : [],
    change: (changed) => ({ ...request, params: fill(changed) }),
  });
  return ok({ step, executionId, isError: result.isError, outputs: result.outputs.map(({ text }) => text) });
}

function readExecution(params: JsonObject, wrapped: boolean) {
  if (!wrapped) return readStep(flatToolCallResultStep, params);
  const read = readStep(wrappedToolCallResultStep, params);
  if (!read.ok) return read;
  const { context, reasoning, toolCallResult } = read.value;
  return ok({ context, reasoning, executionId: toolCallResult.executionId, result: toolCallResult.result });
}

const ranAlthoughDenied: Finding = {
  id: "ran-although-denied",
  score: severity.deny,
  threat: "Denied call was run",
  reason: "The agent has run a tool call that was denied, so its result may not be used",
};

function paramsOf(request: JsonObject): JsonObject {
  const params = namedParams(request["params"]);
  return params.ok ? params.value : {};
}
