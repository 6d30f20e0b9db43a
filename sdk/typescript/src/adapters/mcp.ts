// MCP servers: every tool that is registered afterwards asks first. A denial is a result that says so, as MCP has it.
import { isJsonObject } from "../../../../src/shared/lib/json.ts";
import type { IntentContext } from "../intents.ts";
import { answered, type Governor, isDenied } from "./answered.ts";

/** The part of McpServer (SDK 1 and 2) that is needed. */
export interface McpServerLike {
  // The framework's own types are far narrower; an adapter passes them through.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  registerTool: (name: string, config: any, callback: any) => any;
}

export function governMcpServer<Server extends McpServerLike>(
  governor: Governor,
  server: Server,
  context: IntentContext = {},
): Server {
  const register = server.registerTool.bind(server);
  server.registerTool = (name: string, config: unknown, callback: (...given: readonly unknown[]) => unknown) =>
    register(name, config, async (...given: readonly unknown[]) => {
      // Without an input schema the callback gets what else there is, and nothing before it.
      const takesInput = isJsonObject(config) && config["inputSchema"] !== undefined;
      const [first, ...rest] = given;
      const run = (input: object): unknown => (takesInput ? callback(input, ...rest) : callback(...given));
      const value: unknown = await answered(governor, name, takesInput ? first : {}, run, context);
      return isDenied(value) ? { isError: true, content: [{ type: "text", text: value.denied }] } : value;
    });
  return server;
}
