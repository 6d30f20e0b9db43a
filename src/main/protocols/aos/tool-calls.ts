// Tool calls: AOS inputs become the engine's arguments, and changed arguments become inputs again.
import { severity } from "../../engine/risk/bands.ts";
import { isJsonObject, type JsonObject } from "../../../shared/lib/json.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import type { RpcError } from "../../../shared/lib/rpc.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { definitionFindings, repeatedFindings } from "./definition.ts";
import { readStep, toolCallRequestStep } from "./messages.ts";
import type { StepContext, ToolArgumentValue, ToolDefinition } from "./objects.ts";
import type { Step } from "./steps.ts";

export interface ToolCallStep {
  readonly step: Step;
  readonly context: StepContext;
  readonly executionId: string;
}

/** `remembered` knows the tools an agent declared in an earlier step. */
export function readToolCallRequest(
  request: JsonObject,
  remembered: (context: StepContext, toolId: string) => ToolDefinition | undefined,
): Result<ToolCallStep, RpcError> {
  const read = readStep(toolCallRequestStep, request["params"]);
  if (!read.ok) return read;
  const { context, reasoning, toolCallRequest } = read.value;
  const { executionId, toolId, inputs } = toolCallRequest;
  const declared = context.agent.tools?.find(({ id }) => id === toolId);
  const definition = declared ?? (context.agent.tools === undefined ? remembered(context, toolId) : undefined);
  const tool = definition?.name ?? toolId;
  const findings =
    definition === undefined
      ? [...undeclared(context, toolId), ...repeatedFindings(tool, inputs)]
      : definitionFindings(definition, inputs);
  const dryRun = definition?.arguments?.find(({ name, type }) => /^dry[-_]?run$/iu.test(name) && type === "boolean");
  const step: Step = {
    method: "steps/toolCallRequest",
    noun: `the call of ${tool}`,
    context,
    reasoning,
    changeable: true,
    asks: {
      tool,
      arguments: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
      ...(findings.length === 0 ? {} : { findings }),
    },
    change: (effective) => ({
      ...request,
      params: {
        ...(isJsonObject(request["params"]) ? request["params"] : {}),
        toolCallRequest: { ...toolCallRequest, inputs: inputsOf(inputs, effective) },
      },
    }),
    ...(dryRun === undefined ? {} : { dryRun: dryRun.name }),
  };
  return ok({ step, context, executionId });
}

/** An input keeps its place and its id; what is new comes last. */
function inputsOf(inputs: readonly ToolArgumentValue[], effective: JsonObject): readonly JsonObject[] {
  const kept = inputs.filter(({ name }) => Object.hasOwn(effective, name));
  const known = new Set(inputs.map(({ name }) => name));
  const fresh = Object.entries(effective).filter(([name]) => !known.has(name));
  return [
    ...kept.map((input) => ({ ...input, value: effective[input.name] ?? null })),
    ...fresh.map(([name, value]) => ({ name, value })),
  ];
}

/** AOS lets agents call what they do not list, but a list that leaves the tool out is worth a word. */
function undeclared(context: StepContext, toolId: string): readonly Finding[] {
  if (context.agent.tools === undefined || context.agent.tools.length === 0) return [];
  return [
    {
      id: "undeclared-tool",
      score: severity.warn,
      threat: "Undeclared tool",
      reason: `The tool ${JSON.stringify(toolId.slice(0, 120))} is none of the ${context.agent.tools.length} the agent declares`,
    },
  ];
}
