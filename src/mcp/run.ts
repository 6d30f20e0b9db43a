// Runs the gateway on standard input and output, and leaves nothing behind when it ends.
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { resolve } from "node:path";
import { dataDirectoryPath } from "../shared/local/data-directory.ts";
import { endpointsOf } from "../shared/local/endpoints.ts";
import { lineWriter, readLines } from "./line-reader.ts";
import { type GatewayOptions, readOptions, usage } from "./options.ts";
import { createOrigin } from "./origin.ts";
import { startServerProcess } from "./server-process.ts";
import type { Side } from "./side.ts";

interface Server extends Side {
  readonly stop: (patienceMs?: number) => Promise<void>;
  readonly exitCode?: () => number;
}

const exitUsage = 64;
/** What the client asked for before it closed its end may still be answered. */
const lastAnswersMs = 5000;
const connectMs = 10_000;

/** The exit code where nothing was started; otherwise the gateway ends the process itself, whatever is left of a server. */
export async function runGateway(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") && !argv.slice(0, argv.indexOf("--help")).includes("--")) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const options = readOptions(argv, process.env);
  if (!options.ok) {
    complain(options.error);
    return exitUsage;
  }
  await serve(options.value);
  return 0;
}

async function serve(options: GatewayOptions): Promise<void> {
  const server = await startServer(options);
  // The rest takes longer to load than everything so far, and the server starts meanwhile.
  const [{ createEngineLine }, { createGateway }] = await Promise.all([import("./engine.ts"), import("./gateway.ts")]);
  let ending: Promise<void> | undefined;
  let exitCode = 0;
  const end = (patienceMs?: number): Promise<void> =>
    (ending ??= server.stop(patienceMs).finally(() => {
      gateway.stop();
      process.exit(exitCode);
    }));
  const { target, clientId, serverName, waitMs } = options;
  const configuration = target.kind === "process" ? [target.command, ...target.args] : [target.url.href];
  const engine = createEngineLine(socketOf(options.dataDirectory));
  const origin = createOrigin({ clientId, serverName, configuration });
  // Opens the connection while the server starts; what comes of it does not matter.
  void engine.ask({ event: "tools", ...origin.members(), tools: [] }, connectMs);
  const gateway = createGateway({
    client: standardStreams(() => void end()),
    server,
    engine,
    origin,
    waitMs,
    complain,
    ended: (which) => {
      if (which === "client") void lastAnswers(() => gateway.unanswered()).then(() => end());
      else {
        exitCode = server.exitCode?.() ?? 0;
        // Gives the last answers time to leave.
        process.stdout.write("", () => void end(0));
      }
    },
  });
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, () => void end(0));
}

async function startServer({ target }: GatewayOptions): Promise<Server> {
  if (target.kind === "process") {
    const { command, args } = target;
    return startServerProcess({ command, args, source: process.stdin, complain });
  }
  const { openRemoteServer } = await import("./remote.ts");
  return openRemoteServer({ url: target.url, headers: target.headers, complain });
}

function standardStreams(unread: () => void): Side {
  const write = lineWriter(process.stdout, () => undefined);
  // Nobody reads any more.
  process.stdout.on("error", unread);
  return {
    start({ message, closed }) {
      readLines(process.stdin, {
        line: message,
        tooLong: () => complain("The client sent a message that is too long; it was dropped."),
        end: () => closed("The client has gone."),
      });
    },
    send: write,
  };
}

async function lastAnswers(unanswered: () => number): Promise<void> {
  const until = Date.now() + lastAnswersMs;
  while (unanswered() > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
}

/** The engine names its sockets after the real directory. */
function socketOf(asked: string | undefined): string {
  const place = { platform: process.platform, environment: process.env, home: homedir() };
  const directory = resolve(dataDirectoryPath(asked, place));
  return endpointsOf(realPath(directory), {
    platform: process.platform,
    temporary: tmpdir(),
    user: process.getuid?.() ?? 0,
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  }).hooks;
}

function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

function complain(text: string): void {
  process.stderr.write(`gatehouse mcp: ${text}\n`);
}
