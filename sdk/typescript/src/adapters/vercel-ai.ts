// Vercel AI SDK: a set of tools whose `execute` asks first.
import { answered, type Governor, isDenied } from "./answered.ts";
import type { IntentContext } from "../intents.ts";

/** As `tool()` makes it; one without `execute` is run elsewhere and stays as it is. */
export interface AiTool {
  // The framework's own types are far narrower; an adapter passes them through.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly execute?: (input: any, options: any) => any;
}

export function governAiTools<Tools extends Readonly<Record<string, AiTool>>>(
  governor: Governor,
  tools: Tools,
  context: IntentContext = {},
): Tools {
  const governed = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool;
    if (execute === undefined) return [name, tool];
    const run = async (input: unknown, options: { readonly abortSignal?: AbortSignal } = {}): Promise<unknown> => {
      const { abortSignal } = options;
      const asked = { ...context, ...(abortSignal !== undefined && { signal: abortSignal }) };
      const value: unknown = await answered(governor, name, input, (given) => execute(given, options), asked);
      return isDenied(value) ? value.denied : value;
    };
    return [name, { ...tool, execute: run }];
  });
  // The same names with the same kinds of tools.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(governed) as Tools;
}
