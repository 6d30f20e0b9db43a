// The same engine without Electron: `npm run serve`, `gatehouse serve`. Prints one JSON line when it listens.
import "./model/telemetry-off.ts";
import { homedir } from "node:os";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import { startGatehouse, type StartOptions } from "./app/start.ts";
import { dataDirectoryPath } from "./machine/data-directory.ts";
import { readyLine } from "./app/ready-line.ts";
import { endOnUncaught, lastRunBroke, logEngine, logFault, openAppLog } from "./app/log.ts";
import { findRunning } from "./app/take-over.ts";
import { readCertificate } from "./machine/certificate.ts";
import { shippedFilesFor } from "./machine/shipped-files.ts";
import { readToken } from "./machine/token.ts";

const usage = `Usage: gatehouse serve [--port PORT] [--data-dir DIRECTORY]
                       [--address ADDRESS --tls-cert FILE --tls-key FILE --token-file FILE]

  --port        the port to listen on; 0 picks a free one (default 3000, or GATEHOUSE_PORT)
  --data-dir    where the ledger, the policy and the settings are (default GATEHOUSE_HOME, or the console's own)
  --address     an IP address; any that is not loopback needs a certificate and a token
  --token-file  a file that holds the token; else it is taken from GATEHOUSE_TOKEN. --token TOKEN also works, but
                everybody who may list this machine's processes can read it there`;

export async function main(argumentList: readonly string[]): Promise<number> {
  const options = readOptions(argumentList, process.env);
  if (!options.ok) return complain(options.error);
  if (options.value === "help") {
    console.log(usage);
    return 0;
  }
  const running = await findRunning(options.value.dataDirectory);
  if (running !== undefined) {
    // Whoever asked for an engine has one.
    console.error(`Gatehouse is already running (process ${running.pid}).`);
    console.log(JSON.stringify({ event: "already_running", ...running }));
    return 0;
  }
  const { dataDirectory } = options.value;
  const log = openAppLog(dataDirectory);
  const broke = lastRunBroke(dataDirectory);
  endOnUncaught(log, () => process.exit(1));
  const onFault = (where: string, error: unknown): void => logFault(log, where, error);
  const started = await startGatehouse({ ...options.value, onFault });
  if (!started.ok) return complain(started.error);
  if (broke !== undefined) {
    console.error(broke);
    log.write("warning", "crash", broke);
  }
  logEngine(log, started.value);
  console.log(readyLine(started.value.address, process.pid));
  await terminated();
  await started.value.stop();
  log.write("info", "stop", "The engine has stopped.");
  return 0;
}

function readOptions(
  argumentList: readonly string[],
  environment: NodeJS.ProcessEnv,
): Result<StartOptions | "help", string> {
  const parsed = parse(argumentList);
  if (!parsed.ok) return parsed;
  const values = parsed.value;
  if (values.help === true) return ok("help");
  const port = portOf(values.port ?? environment["GATEHOUSE_PORT"] ?? "3000");
  if (port === undefined) return fail(`The port must be a number from 0 to 65535.\n\n${usage}`);
  const tls = readCertificate(values["tls-cert"], values["tls-key"]);
  if (!tls.ok) return tls;
  const token = readToken({
    argument: values.token,
    file: values["token-file"],
    environment: environment["GATEHOUSE_TOKEN"],
  });
  if (!token.ok) return token;
  const telemetryToken = environment["TELEMETRY_SECRET"];
  return ok({
    dataDirectory: dataDirectoryPath(values["data-dir"], { platform: process.platform, environment, home: homedir() }),
    port,
    resourcesDirectory: shippedFilesFor(import.meta.dirname),
    ...(values.address === undefined ? {} : { address: values.address }),
    ...(tls.value === undefined ? {} : { tls: tls.value }),
    ...(token.value === undefined ? {} : { token: token.value }),
    ...(telemetryToken === undefined || telemetryToken === "" ? {} : { telemetryToken }),
  });
}

function parse(argumentList: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argumentList],
      options: {
        port: { type: "string" },
        "data-dir": { type: "string" },
        address: { type: "string" },
        "tls-cert": { type: "string" },
        "tls-key": { type: "string" },
        token: { type: "string" },
        "token-file": { type: "string" },
        help: { type: "boolean" },
      },
    });
    return ok(values);
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

function terminated(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}

function complain(message: string): number {
  console.error(message);
  return 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = await main(process.argv.slice(2));
}
