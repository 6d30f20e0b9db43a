// OpenAI Agents SDK: a function tool whose `invoke` asks first.
import type { IntentContext } from "../intents.ts";
import { answered, type Governor, isDenied } from "./answered.ts";

/** As `tool()` makes it: the input comes as JSON text. */
export interface OpenAiTool {
  readonly name: string;
  // The framework's own types are far narrower; an adapter passes them through.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly invoke: (runContext: any, input: string, details?: any) => Promise<any>;
}

export function governOpenAiTool<Tool extends OpenAiTool>(
  governor: Governor,
  tool: Tool,
  context: IntentContext = {},
): Tool {
  const invoke = async (runContext: unknown, input: string, details?: unknown): Promise<unknown> => {
    const run = (given: object): Promise<unknown> => tool.invoke(runContext, JSON.stringify(given), details);
    const value = await answered(governor, tool.name, JSON.parse(input), run, context);
    return isDenied(value) ? value.denied : value;
  };
  return { ...tool, invoke };
}
