// gatehouse hook: hands a hook event to the engine and prints the answer in the agent's own protocol. Ends closed.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text as readAll } from "node:stream/consumers";
import { second } from "../../shared/lib/clock.ts";
import { isJsonObject, parseJson } from "../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { asksForHelp, helpText, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../failure.ts";
import { agentOf } from "./hook-agent.ts";
import { endpointsIn } from "../place.ts";
import { connectorIds } from "../table/agents.ts";
import { commandTable } from "../table/index.ts";

/** What every agent takes as a no, with the reason on standard error. */
const blocked = 2;
const apology = "Gatehouse could not be asked, so this call is blocked. Start Gatehouse and try again.";

/** As the launcher: longer than the engine holds a call, shorter than the agent waits for its hook. */
const limits: Readonly<Record<string, number>> = { "qwen-code": 52 * second, cline: 110 * second };
const usualLimit = 870 * second;

export const hook: Command = {
  run: async (argv, terminal) => {
    if (asksForHelp(argv)) {
      terminal.write(`${helpText(commandTable.hook)}\n`);
      return exitCodes.done;
    }
    const answer = await ask(argv);
    if (answer.ok) terminal.write(`${answer.value}\n`);
    else terminal.complain(`${answer.error}\n`);
    return answer.ok ? exitCodes.done : blocked;
  },
};

async function ask(argv: readonly string[]): Promise<Result<string, string>> {
  const given = readArguments(commandTable.hook, argv);
  if (!given.ok) return fail(given.error.message);
  const [named, event] = given.value.operands;
  if (named !== undefined && !connectorIds.some((id) => id === named))
    return fail(`There is no agent ${JSON.stringify(named)}. Known are ${connectorIds.join(", ")}.`);
  const body = await readAll(process.stdin);
  const message = parseJson(body);
  if (!isJsonObject(message)) return fail("A hook event is a JSON object on standard input, so this call is blocked.");
  const agent = named ?? agentOf(message);
  if (agent === undefined) return fail("The event does not say which agent it is from: gatehouse hook AGENT [EVENT]");
  const path = `/hooks/${agent}${event === undefined ? "" : `?event=${encodeURIComponent(event)}`}`;
  return post(endpointsIn(given.value.dataDirectory).hooks, path, body, limits[agent] ?? usualLimit);
}

async function post(socketPath: string, path: string, body: string, limit: number): Promise<Result<string, string>> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const call = request({ socketPath, path, method: "POST", headers, host: "localhost" });
  const timer = setTimeout(() => call.destroy(), limit);
  try {
    call.end(body);
    const [response]: IncomingMessage[] = await once(call, "response");
    if (response === undefined) return fail(apology);
    return readAnswer(response.statusCode ?? 0, await readAll(response));
  } catch {
    return fail(apology);
  } finally {
    clearTimeout(timer);
    call.destroy();
  }
}

function readAnswer(status: number, text: string): Result<string, string> {
  if (status !== 200) return fail(`Gatehouse refused this call: ${text.trim()}`);
  return isJsonObject(parseJson(text))
    ? ok(text.trim())
    : fail("Gatehouse gave an answer that cannot be read, so this call is blocked.");
}
