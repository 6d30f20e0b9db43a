// Agents that read hooks or plugins from files of their own: ours stand beside the user's, and nothing has to be merged.
import { join } from "node:path";
import type { ConnectorScope, FileChange } from "../../../shared/contract/connector.ts";
import { UnreadableSettings } from "../json-hooks.ts";
import { guardedCommand, recordingCommand } from "../launcher.ts";
import { opencodePlugin, piExtension } from "../plugin-source.ts";
import { type Connector, type ConnectorPlace, folderFrom } from "../types.ts";

interface OwnFile {
  readonly file: string;
  readonly text: string;
  readonly executable?: boolean;
}

interface OwnFileAgent extends Pick<Connector, "id" | "name" | "programs" | "triedWith" | "notes" | "scopes"> {
  readonly files: (scope: ConnectorScope, place: ConnectorPlace) => readonly OwnFile[];
}

function ownFileConnector(agent: OwnFileAgent): Connector {
  const { files, ...rest } = agent;
  return {
    ...rest,
    ownFiles: true,
    connect: (scope, place, read) =>
      files(scope, place).map(({ file, text, executable = false }): FileChange => {
        const before = read(file);
        if (before !== undefined && !isOurs(before))
          throw new UnreadableSettings(`${file} is already there and is not Gatehouse's: move it away first.`);
        return { file, before, after: text, executable };
      }),
    disconnect: (scope, place, read) =>
      files(scope, place).map(({ file, executable = false }): FileChange => {
        const before = read(file);
        // A file of this name that is not ours stays.
        return { file, before, after: before !== undefined && isOurs(before) ? undefined : before, executable };
      }),
  };
}

function isOurs(text: string): boolean {
  return /gatehouse/i.test(text);
}

const copilotEvents = [
  "preToolUse",
  "permissionRequest",
  "postToolUse",
  "userPromptSubmitted",
  "sessionStart",
  "sessionEnd",
];

/** What a failing hook writes does not reach the model. */
function copilotRefusal(reason: string): object {
  return { permissionDecision: "deny", permissionDecisionReason: reason };
}

export const copilot = ownFileConnector({
  id: "copilot",
  name: "GitHub Copilot CLI",
  triedWith: "1.0.102",
  programs: ["copilot"],
  scopes: ["user", "project"],
  notes: ["Hooks of a project run only where you trust the folder."],
  files: (scope, place) => {
    const hooks = Object.fromEntries(
      copilotEvents.map((event) => [
        event,
        [
          event === "preToolUse"
            ? { type: "command", bash: guardedCommand(place, "copilot", event, copilotRefusal), timeoutSec: 900 }
            : { type: "command", bash: recordingCommand(place, "copilot", event), timeoutSec: 15 },
        ],
      ]),
    );
    const folder =
      scope.kind === "user" ? join(place.home, ".copilot", "hooks") : join(scope.folder, ".github", "hooks");
    return [{ file: join(folder, "gatehouse.json"), text: `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n` }];
  },
});

function opencodeLike(id: string, name: string, triedWith: string): Connector {
  return ownFileConnector({
    id,
    name,
    triedWith,
    programs: [id],
    scopes: ["user", "project"],
    notes: ["Start it again after connecting: plugins are read at the start."],
    files: (scope, place) => {
      const parent =
        scope.kind === "user"
          ? join(folderFrom(place, "XDG_CONFIG_HOME", join(place.home, ".config")), id)
          : join(scope.folder, `.${id}`);
      return [{ file: join(parent, "plugins", "gatehouse.js"), text: opencodePlugin(place, id) }];
    },
  });
}

export const opencode = opencodeLike("opencode", "opencode", "1.18.33");
export const kilo = opencodeLike("kilo", "Kilo", "7.7.7");

export const pi = ownFileConnector({
  id: "pi",
  name: "pi",
  triedWith: "0.87.1",
  programs: ["pi"],
  scopes: ["user", "project"],
  notes: ["Start it again after connecting. Extensions of a project run only where you trust it."],
  files: (scope, place) => {
    const folder = scope.kind === "user" ? join(place.home, ".pi", "agent") : join(scope.folder, ".pi");
    return [{ file: join(folder, "extensions", "gatehouse.ts"), text: piExtension(place) }];
  },
});

/**
 * A failing hook counts as a yes, so that this one never fails. Cancelling ends the whole task without a word to the model;
 * a command is replaced by one that fails with the reason instead.
 */
function clineGuard(place: ConnectorPlace): string {
  const refusal = (command: string): string =>
    `printf '%s' "$event" | ${guardedCommand(place, "cline", "PreToolUse", (reason) =>
      command === ""
        ? { cancel: true, errorMessage: reason }
        : { overrideInput: { commands: [command.replace("REASON", reason)] } },
    )}`;
  return [
    "event=$(cat)",
    "case $event in",
    `  *'"name":"run_commands"'*) ${refusal('echo "REASON" >&2; exit 1')} ;;`,
    `  *) ${refusal("")} ;;`,
    "esac",
  ].join("\n");
}

const clineRecorded =
  "PostToolUse UserPromptSubmit PreCompact SessionShutdown TaskStart TaskResume TaskComplete TaskCancel TaskError".split(
    " ",
  );

export const cline = ownFileConnector({
  id: "cline",
  name: "Cline",
  triedWith: "3.0.65",
  programs: ["cline"],
  scopes: ["user", "project"],
  notes: [
    "Cline waits at most 120 seconds. A call that a human has not answered by then is denied; asked again, it gets the answer.",
    "A denied tool other than a command ends the whole task: Cline has no other way to refuse it.",
  ],
  files: (scope, place) => {
    const folder =
      scope.kind === "user" ? join(place.home, ".cline", "hooks") : join(scope.folder, ".clinerules", "hooks");
    const script = (what: string, command: string): string => `#!/bin/sh\n# Gatehouse: ${what}\n${command}\n`;
    const before = script("asks before a tool runs.", clineGuard(place));
    return [
      { file: join(folder, "PreToolUse"), text: before, executable: true },
      ...clineRecorded.map((event) => ({
        file: join(folder, event),
        text: script("records what happens.", recordingCommand(place, "cline", event)),
        executable: true,
      })),
    ];
  },
});
