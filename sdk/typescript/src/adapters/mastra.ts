// Mastra: a tool whose `execute` asks first. Works wherever the tool does: agents, workflows, other tools.
import type { IntentContext } from "../intents.ts";
import { answered, type Governor, isDenied } from "./answered.ts";

/** As `createTool()` makes it; one without `execute` is run elsewhere and stays as it is. */
export interface MastraTool {
  readonly id: string;
  // The framework's own types are far narrower; an adapter passes them through.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  execute?: (input: any, context: any) => Promise<any>;
}

/** Another tool of the same class; the one given stays as it is. */
export function governMastraTool<Tool extends MastraTool>(
  governor: Governor,
  tool: Tool,
  context: IntentContext = {},
): Tool {
  const { execute } = tool;
  if (execute === undefined) return tool;
  const governed = async (input: unknown, given: { readonly abortSignal?: AbortSignal } = {}): Promise<unknown> => {
    const { abortSignal } = given;
    const asked = { ...context, ...(abortSignal !== undefined && { signal: abortSignal }) };
    const run = (approved: object): Promise<unknown> => execute.call(tool, approved, given);
    const value = await answered(governor, tool.id, input, run, asked);
    return isDenied(value) ? value.denied : value;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object with the same prototype and members
  const copy = Object.create(Object.getPrototypeOf(tool) as object) as Tool;
  return Object.assign(copy, tool, { execute: governed });
}
