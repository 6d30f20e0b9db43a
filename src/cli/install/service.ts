// gatehouse service: the engine as a service of this user, started with the session or by an agent's first question.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, type Command, localCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { commandTable } from "../table/index.ts";
import {
  agentLabel,
  launchdFile,
  type ServiceFile,
  type ServicePlace,
  serviceUnit,
  socketUnits,
  systemdFiles,
} from "./units.ts";

const actions = ["install", "remove", "status"] as const;
type Action = (typeof actions)[number];

interface Manager {
  readonly files: readonly ServiceFile[];
  /** Commands that make the system notice the files, or forget them. */
  readonly start: readonly (readonly [string, ...string[]])[];
  readonly stop: readonly (readonly [string, ...string[]])[];
}

export const service: Command = localCommand({
  ...commandTable.service,
  act: async ({ operands, options, dataDirectory }) => {
    const action = actions.find((name) => name === operands[0]);
    if (action === undefined) return fail(usage(`Say what to do: ${actions.join(", ")}.`));
    const port = Number(options.port ?? process.env["GATEHOUSE_PORT"] ?? "3000");
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      return fail(usage("--port must be a number from 1 to 65535."));
    const command = [...programWords(), "serve", "--port", String(port), "--data-dir", dataDirectory];
    const place = { home: homedir(), environment: process.env, dataDirectory, command, port };
    const manager = managerOf(process.platform, place);
    if (manager === undefined) {
      const message =
        'On this system the console itself starts with the session: see "Start at login" in its settings.';
      return fail({ code: "refused", message });
    }
    return perform(action, manager);
  },
});

/** The installed command, or Node and the script where this was installed by npm. */
function programWords(): readonly string[] {
  const script = process.argv[1] ?? "";
  if (process.versions["electron"] !== undefined) return [join(dirname(process.execPath), "gatehouse")];
  const command = join(import.meta.dirname, "../../bin/gatehouse.js");
  return [process.execPath, existsSync(command) ? command : script];
}

function managerOf(platform: NodeJS.Platform, place: ServicePlace): Manager | undefined {
  if (platform === "linux") {
    return {
      files: systemdFiles(place),
      start: [
        ["systemctl", "--user", "daemon-reload"],
        ["systemctl", "--user", "enable", "--now", ...socketUnits],
        ["systemctl", "--user", "enable", serviceUnit],
      ],
      stop: [
        ["systemctl", "--user", "disable", "--now", ...socketUnits, serviceUnit],
        ["systemctl", "--user", "daemon-reload"],
      ],
    };
  }
  if (platform !== "darwin") return undefined;
  const file = launchdFile(place);
  const domain = `gui/${process.getuid?.() ?? 0}`;
  return {
    files: [file],
    start: [["launchctl", "bootstrap", domain, file.path]],
    stop: [["launchctl", "bootout", `${domain}/${agentLabel}`]],
  };
}

function perform(action: Action, { files, start, stop }: Manager): Result<Answer, CommandFailure> {
  const present = files.filter(({ path }) => existsSync(path));
  if (action === "status") {
    const text =
      present.length === files.length ? "Installed:" : present.length === 0 ? "Not installed." : "Incomplete:";
    return ok({
      data: { files: present.map(({ path }) => path) },
      text: [text, ...present.map(({ path }) => path)].join("\n  "),
    });
  }
  if (action === "remove") {
    const failed = present.length === 0 ? [] : runAll(stop);
    for (const { path } of present) rmSync(path, { force: true });
    return ok(outcome(`Removed ${present.length} files.`, present, failed));
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o644 });
  }
  return ok(outcome("The engine starts with your session, or when an agent first asks it.", files, runAll(start)));
}

/** Commands that could not be run, in words a person can type. */
function runAll(commands: readonly (readonly [string, ...string[]])[]): readonly string[] {
  return commands.flatMap(([program, ...args]) =>
    spawnSync(program, args, { stdio: "ignore" }).status === 0 ? [] : [[program, ...args].join(" ")],
  );
}

function outcome(done: string, files: readonly ServiceFile[], failed: readonly string[]): Answer {
  const rest =
    failed.length === 0
      ? []
      : ["These commands failed here. Run them in your session:", ...failed.map((line) => `  ${line}`)];
  return {
    data: { files: files.map(({ path }) => path), failed },
    text: [done, ...files.map(({ path }) => `  ${path}`), ...rest].join("\n"),
    code: failed.length === 0 ? 0 : 1,
  };
}
