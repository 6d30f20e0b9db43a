// Finds the engine that runs for this user: its address and the owner's token, from the data directory.
import { addressFileName, dataDirectoryPath, tokenFileName } from "../../../src/shared/local/data-directory.ts";
import { parseMessage } from "./transport.ts";

export interface RunningEngine {
  readonly http: string;
  readonly ws: string;
  /** Where the system has local sockets. */
  readonly agentSocket?: string;
  readonly token?: string;
}

/** Undefined where there are no files (a browser) or no engine runs. */
export async function findEngine(): Promise<RunningEngine | undefined> {
  if (typeof process === "undefined") return undefined;
  const [{ readFile }, { homedir }] = await Promise.all([import("node:fs/promises"), import("node:os")]);
  const place = { platform: process.platform, environment: process.env, home: homedir() };
  const directory = dataDirectoryPath(undefined, place);
  const read = (name: string) => readFile(`${directory}/${name}`, "utf8").catch(() => undefined);
  const address = readAddress(await read(addressFileName));
  if (address === undefined || !isRunning(address.pid)) return undefined;
  const { pid: _, ...engine } = address;
  const token = (await read(tokenFileName))?.trim();
  return { ...engine, ...(token === undefined ? {} : { token }) };
}

/** The owner's token belongs to the engine it was made for; no other address gets to see it. */
export function tokenFor(address: URL, engine: RunningEngine | undefined): string | undefined {
  const known = engine === undefined ? [] : [engine.http, engine.ws].map((url) => new URL(url).host);
  return known.includes(address.host) ? engine?.token : undefined;
}

export interface EngineAddress extends Omit<RunningEngine, "token"> {
  readonly pid: number;
}

/** From the text of the address file; undefined when it is something else. */
export function readAddress(text: string | undefined): EngineAddress | undefined {
  const value = parseMessage(text ?? "");
  if (value === undefined) return undefined;
  const { http, ws, pid, agent_socket: agentSocket } = value;
  if (typeof http !== "string" || typeof ws !== "string" || typeof pid !== "number") return undefined;
  return { http, ws, pid, ...(typeof agentSocket === "string" && { agentSocket }) };
}

/** A crash leaves the file behind, and another program may have the port by now. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
