// Seatbelt (macOS): a profile for sandbox-exec that allows the system to be read, the scope to be used, and nothing else.
import { proxyEnvironment } from "../network/bridge.ts";
import { type Environment, environmentFor, programsBelow } from "./environment.ts";
import type { Launch } from "./launch.ts";
import type { Scope } from "../scope.ts";
import { isWithin } from "../within.ts";

export interface SeatbeltRequest {
  readonly program: string;
  readonly words: readonly string[];
  readonly scope: Scope;
  readonly home: string;
  readonly directory: string;
  /** The port of the gate, which is the only way to any network. */
  readonly gate?: number | undefined;
  readonly readOnly: readonly string[];
  readonly environment: Environment;
}

const readable = [
  "/usr",
  "/bin",
  "/sbin",
  "/opt",
  "/System",
  "/Library",
  "/dev",
  "/private/etc",
  "/private/var/db/timezone",
  "/private/var/select",
  "/Applications/Xcode.app",
];
const writableDevices = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper"];
/** Without these not even a shell starts. */
const services = [
  "com.apple.system.opendirectoryd.libinfo",
  "com.apple.system.notification_center",
  "com.apple.system.logger",
];

export function seatbeltLaunch(request: SeatbeltRequest): Launch {
  const { scope, home } = request;
  const visible = [...readable, ...programsBelow(home, request.environment), ...scope.places];
  return {
    program: request.program,
    words: ["-p", seatbeltProfile(request), ...request.words],
    environment: {
      ...environmentFor({
        platform: "darwin",
        home,
        given: request.environment,
        sees: (folder) => visible.some((place) => isWithin(folder, place)),
      }),
      ...(request.gate === undefined ? {} : proxyEnvironment(request.gate)),
    },
    directory: request.directory,
    sandbox: "seatbelt",
    notes: [
      ...scope.notes,
      "Memory and the number of processes are not limited on macOS; time, processor time and file size are.",
    ],
  };
}

/** Later rules win, so what is hidden comes last. */
export function seatbeltProfile(request: SeatbeltRequest): string {
  const { scope, readOnly } = request;
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork)",
    "(allow process-info* signal (target same-sandbox))",
    "(allow sysctl-read)",
    ...rule("allow mach-lookup", services.map(global)),
    '(allow file-read-metadata)(allow file-read* (literal "/"))',
    ...rule("allow file-read*", [...readable, ...programsBelow(request.home, request.environment)].map(below)),
    ...rule("allow file-write*", writableDevices.map(exactly)),
    ...rule("allow file-read* file-write*", scope.places.map(below)),
    ...networkRules(request),
    ...rule("deny file-write*", readOnly.map(exactly)),
    ...rule("deny file-read* file-write* network-outbound", scope.hidden.map(below)),
  ].join("\n");
}

function networkRules({ gate }: SeatbeltRequest): readonly string[] {
  if (gate === undefined) return ["(deny network*)"];
  return ["(deny network*)", `(allow network-outbound (remote ip "localhost:${gate}"))`, "(allow system-socket)"];
}

function rule(what: string, filters: readonly string[]): readonly string[] {
  return filters.length === 0 ? [] : [`(${what} ${filters.join(" ")})`];
}

function below(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function exactly(path: string): string {
  return `(literal ${quoted(path)})`;
}

function global(name: string): string {
  return `(global-name ${quoted(name)})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
