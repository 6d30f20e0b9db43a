// LangChain: a tool whose function asks first. Works wherever the tool does: agents, LangGraph's ToolNode, bindTools.
import type { IntentContext } from "../intents.ts";
import { answered, type Governor, isDenied } from "./answered.ts";

/** As `tool()` makes it: a structured tool with its function. */
export interface LangChainTool {
  readonly name: string;
  // The framework's own types are far narrower; an adapter passes them through.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  func: (input: any, runManager?: any, config?: any) => Promise<any>;
}

/** Another tool of the same class; the one given stays as it is. */
export function governLangChainTool<Tool extends LangChainTool>(
  governor: Governor,
  tool: Tool,
  context: IntentContext = {},
): Tool {
  const func = async (input: unknown, runManager?: unknown, config?: unknown): Promise<unknown> => {
    const run = (given: object): Promise<unknown> => tool.func(given, runManager, config);
    const value = await answered(governor, tool.name, input, run, context);
    return isDenied(value) ? value.denied : value;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object with the same prototype and members
  const copy = Object.create(Object.getPrototypeOf(tool) as object) as Tool;
  return Object.assign(copy, tool, { func });
}
