// Lists of tools on their way to the client: looked at by the engine, with everything withheld that nobody has accepted.
import { isJsonArray, isJsonObject, type JsonObject } from "../shared/lib/json.ts";
import type { EngineLine } from "./engine.ts";
import type { Origin } from "./origin.ts";

export interface ToolLists {
  /** The list as the client may see it. */
  readonly screen: (result: JsonObject) => Promise<JsonObject>;
  readonly definition: (tool: string) => JsonObject | undefined;
  readonly isEmpty: () => boolean;
  /** The server says that its tools are others by now. */
  readonly forget: () => void;
  /** A withheld tool was accepted after all; true when the client should ask for the list again. */
  readonly accepted: (tool: string) => boolean;
  readonly stop: () => void;
}

const patienceMs = 20_000;
const recheckMs = 3000;
/** One event holds no more definitions than the engine takes. */
const largestPart = 700_000;

/** `again`: the engine can be asked again, so the client should ask for the list again. */
export function createToolLists(engine: EngineLine, origin: Origin, again: () => void): ToolLists {
  const definitions = new Map<string, JsonObject>();
  const withheld = new Set<string>();
  let recheck: NodeJS.Timeout | undefined;

  /** While the engine is away nobody knows what is in the definitions: the client gets them as soon as it is back. */
  function waitForEngine(): void {
    recheck ??= setInterval(() => void recheckNow(), recheckMs).unref();
  }

  async function recheckNow(): Promise<void> {
    const answer = await engine.ask({ event: "tools", ...origin.members(), tools: [] }, patienceMs);
    if (recheck === undefined || (!answer.ok && answer.error.down)) return;
    clearInterval(recheck);
    recheck = undefined;
    again();
  }

  async function reasons(tools: readonly NamedTool[]): Promise<(name: string) => string | undefined> {
    const found = new Map<string, string>();
    for (const part of partsOf(tools)) {
      const answer = await engine.ask({ event: "tools", ...origin.members(), tools: part }, patienceMs);
      const refused = answer.ok ? answer.value["reason"] : answer.error.reason;
      if (!answer.ok && answer.error.down) waitForEngine();
      const named = answer.ok ? answer.value["withheld"] : undefined;
      for (const { name } of part) {
        const reason = isJsonObject(named) ? named[name] : (refused ?? "Gatehouse did not say that it is fine.");
        if (typeof reason === "string") found.set(name, reason);
      }
    }
    return (name) => found.get(name);
  }

  return {
    async screen(result) {
      const listed = result["tools"];
      const tools = isJsonArray(listed) ? listed.filter(isNamed) : [];
      for (const tool of tools) definitions.set(tool.name, tool);
      if (tools.length === 0) return result;
      const reasonOf = await reasons(tools);
      return {
        ...result,
        tools: tools.map((tool) => {
          const reason = reasonOf(tool.name);
          if (reason === undefined) {
            withheld.delete(tool.name);
            return tool;
          }
          withheld.add(tool.name);
          return placeholder(tool.name, reason);
        }),
      };
    },
    definition: (tool) => definitions.get(tool),
    isEmpty: () => definitions.size === 0,
    forget: () => definitions.clear(),
    accepted: (tool) => withheld.delete(tool),
    stop: () => clearInterval(recheck),
  };
}

type NamedTool = JsonObject & { readonly name: string };

/** What has no name cannot be called, or judged. */
function isNamed(tool: unknown): tool is NamedTool {
  return isJsonObject(tool) && typeof tool["name"] === "string" && tool["name"] !== "";
}

/** The name stays, so that the model learns why when it calls. Nothing of the server's words does. */
function placeholder(name: string, reason: string): JsonObject {
  const [first = ""] = reason.split("\n");
  const description = `Withheld by Gatehouse, and calls of it are refused. ${first} A person can look at it in Gatehouse.`;
  return { name, description, inputSchema: { type: "object" } };
}

function partsOf(tools: readonly NamedTool[]): readonly (readonly NamedTool[])[] {
  const parts: NamedTool[][] = [[]];
  let size = 0;
  for (const tool of tools) {
    const length = JSON.stringify(tool).length;
    if (size > 0 && size + length > largestPart) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(tool);
    size += length;
  }
  return parts;
}
