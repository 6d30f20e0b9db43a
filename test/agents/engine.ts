// The engine an agent is governed by: a process of its own without a window, and the `gatehouse` command that talks to it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { projectRoot, toolEnvironment } from "../../scripts/project.ts";
import { readReadyLine } from "../../scripts/ready-line.ts";
import { endpointsIn } from "../../src/cli/place.ts";
import { type Call, connectOperator } from "../../src/cli/operator.ts";
import { second } from "../../src/shared/lib/clock.ts";
import type { HeldApproval } from "../../src/shared/domain/approval.ts";

export interface EnginePlace {
  readonly home: string;
  readonly dataDirectory: string;
  /** The folder of the agent's program, which the engine has to find. */
  readonly programs: string;
}

export interface Engine {
  readonly place: EnginePlace;
  readonly http: string;
  readonly hookSocket: string;
  readonly command: (...words: readonly string[]) => Promise<string>;
  readonly held: () => Promise<readonly HeldApproval[]>;
  /** Answers a held request as a person would, with other arguments where given. */
  readonly answer: (held: HeldApproval, answer: Answer) => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type Answer =
  | { readonly decision: "approve"; readonly changed?: HeldApproval["intent"]["arguments"] }
  | { readonly decision: "deny"; readonly reason: string };

const patience = 30 * second;

export function environmentOf({ home, dataDirectory, programs }: EnginePlace): NodeJS.ProcessEnv {
  const { PATH, LANG = "C.UTF-8" } = toolEnvironment(process.env);
  return { PATH: `${programs}:${PATH ?? ""}`, LANG, HOME: home, GATEHOUSE_HOME: dataDirectory, TERM: "xterm-256color" };
}

export async function startEngine(place: EnginePlace, port = 0): Promise<Engine> {
  return startProcess(place, [join(projectRoot, "src/main/headless.ts"), "--port", String(port)]);
}

/** One that takes answers from any process of this user: a test run may be detached, and then nobody can see who started it. */
export async function startOpenEngine(place: EnginePlace): Promise<Engine> {
  return startProcess(place, [join(projectRoot, "test/support/engine/open-engine.ts"), place.dataDirectory]);
}

async function startProcess(place: EnginePlace, words: readonly string[]): Promise<Engine> {
  const env = environmentOf(place);
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const ready = await readReadyLine(() => output, patience).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw new Error(`The engine did not start:\n${output}`, { cause: error });
  });
  return engineAt(place, ready.http, (signal) => end(child, signal));
}

/** An engine that already runs, in whatever process. */
export function engineAt(place: EnginePlace, http: string, end: (signal: NodeJS.Signals) => Promise<void>): Engine {
  const endpoints = endpointsIn(place.dataDirectory);
  const ask = async <Value>(question: (call: Call) => Promise<Value>): Promise<Value> => {
    const operator = await connectOperator(endpoints.operator, patience);
    if (!operator.ok) throw new Error(operator.error.message);
    return question(operator.value.call).finally(operator.value.close);
  };
  return {
    place,
    http,
    hookSocket: endpoints.hooks,
    command: (...words) => command(place, words),
    held: () =>
      ask(async (call) => {
        const held = await call("listApprovals", {});
        if (!held.ok) throw new Error(held.error.message);
        return held.value;
      }),
    answer: (held, answer) => respond(ask, place, held, answer),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** Plain answers go through the command people use; it has no way to change arguments. */
async function respond(
  ask: <Value>(question: (call: Call) => Promise<Value>) => Promise<Value>,
  place: EnginePlace,
  { approvalId, digest }: HeldApproval,
  answer: Answer,
): Promise<void> {
  if (answer.decision === "deny") {
    await command(place, ["deny", approvalId, "--reason", answer.reason]);
  } else if (answer.changed === undefined) {
    await command(place, ["approve", approvalId]);
  } else {
    const changed = z.record(z.string(), z.json()).parse(answer.changed);
    const resolved = await ask((call) =>
      call("resolveApproval", { approvalId, digest, decision: "approve", arguments: changed }),
    );
    if (!resolved.ok) throw new Error(resolved.error.message);
    if (resolved.value.outcome === "REFUSED") throw new Error(resolved.value.why);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function command(place: EnginePlace, words: readonly string[]): Promise<string> {
  const script = join(projectRoot, "src/cli/gatehouse.ts");
  const child = spawn(process.execPath, [script, ...words], {
    env: environmentOf(place),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (child.exitCode !== 0) throw new Error(`gatehouse ${words.join(" ")}: ${stderr}${stdout}`);
  return stdout;
}
