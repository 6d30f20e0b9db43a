// After a call of a contained agent: places its result says were refused become requests, and the agent learns what to expect.
import { access, constants, realpath } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import type { ContainedRun } from "../../../shared/containment/index.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { isWithin } from "../../../shared/lib/within.ts";
import { type NamedRefusal, refusedPaths } from "./refused-paths.ts";
import type { Boundary } from "./requests.ts";

export interface EndedCall {
  readonly runId: string;
  readonly sessionId: string | undefined;
  readonly command: string | undefined;
  /** What the tool returned. */
  readonly text: string;
}

export interface AfterCallPorts {
  readonly find: (runId: string) => ContainedRun | undefined;
  readonly boundary: Pick<Boundary, "refusedPath" | "allowedPlaces">;
  readonly home: string;
}

/** What the agent should know; undefined when there is nothing. */
export type AfterCall = (call: EndedCall) => Promise<string | undefined>;

/** Inside they are the run's own, so that nothing there is refused by its sandbox. */
const ownPlaces = ["/tmp", "/var/tmp", "/proc", "/dev", "/sys", "/run"];

export function createAfterCall({ find, boundary, home }: AfterCallPorts): AfterCall {
  /** Whether the sandbox refused it: outside the user could do it. */
  async function bySandbox(run: ContainedRun, { path, access: wanted, why }: NamedRefusal): Promise<boolean> {
    if (ownPlaces.some((place) => isWithin(path, place))) return false;
    if (isWithin(path, run.project) && (wanted === "read" || run.profile.project === "write")) return false;
    if (why === "missing" || wanted === "read") return isReachable(path, constants.R_OK);
    return isWritable(path);
  }

  return async ({ runId, sessionId, command, text }) => {
    const run = find(runId);
    if (run === undefined) return undefined;
    const sentences: string[] = [];
    for (const named of refusedPaths(text)) {
      const path = await realPath(absolute(named.path, run, home));
      const refusal = { ...named, path };
      if (!(await bySandbox(run, refusal))) continue;
      const opened = boundary
        .allowedPlaces(run)
        .some((place) => isWithin(path, place.path) && (place.access === "write" || named.access === "read"));
      const verdict = opened
        ? undefined
        : await boundary.refusedPath(run, { path, access: named.access, command, sessionId });
      sentences.push(sentenceFor(run, refusal, opened, verdict));
    }
    return sentences.length === 0 ? undefined : sentences.join(" ");
  };
}

function sentenceFor(
  run: ContainedRun,
  { path, access: wanted }: NamedRefusal,
  opened: boolean,
  verdict?: Verdict,
): string {
  const what = `Gatehouse: ${wanted === "write" ? "writing" : "reading"} ${path} was blocked, because this run is contained`;
  const when = run.intentId === undefined ? "from the next start of this agent on" : "for the next command";
  if (opened) return `${what}. The user has allowed it ${when}.`;
  if (verdict?.outcome === "ESCALATE")
    return `${what}. The user has been asked; if they allow it, it holds ${when}. Go on without it, or tell the user why it is needed.`;
  return `${what}, and it is not opened. Do not try other ways to it.`;
}

function absolute(path: string, run: ContainedRun, home: string): string {
  if (path.startsWith("~/")) return join(home, path.slice(2));
  return path.startsWith("/") ? normalize(path) : join(run.directory, path);
}

/** As far as it exists. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(parent), path.slice(path.lastIndexOf("/") + 1));
  }
}

/** What does not exist is as writable as the nearest folder around it. */
async function isWritable(path: string): Promise<boolean> {
  if (await isReachable(path, constants.F_OK)) return isReachable(path, constants.W_OK);
  const parent = dirname(path);
  return parent !== path && isWritable(parent);
}

async function isReachable(path: string, how: number): Promise<boolean> {
  try {
    await access(path, how);
    return true;
  } catch {
    return false;
  }
}
