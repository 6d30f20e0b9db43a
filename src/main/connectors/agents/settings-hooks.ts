// Agents whose hooks live in a settings file of their own format, shared with everything else the user set there.
import { join } from "node:path";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { codexObstacle } from "../codex-trust.ts";
import { type HookGroup, settingsOf, withHooks, withoutHooks } from "../json-hooks.ts";
import { guardedCommand, recordingCommand } from "../launcher.ts";
import { type Connector, type ConnectorPlace, folderFrom, type ReadText, type Standing } from "../types.ts";
import type { ConnectorScope, FileChange } from "../../../shared/contract/connector.ts";

interface SettingsAgent extends Pick<Connector, "id" | "name" | "programs" | "triedWith" | "notes"> {
  /** Below the home folder, and below a project. */
  readonly userFile: (place: ConnectorPlace) => string;
  readonly projectFile: string;
  readonly groups: (place: ConnectorPlace) => readonly HookGroup[];
  /** What in one file of settings keeps the hook from running. */
  readonly obstacle?: (settings: JsonObject, file: string) => Standing | undefined;
  /** Files, beside the one with the hook, in which the same may stand. */
  readonly otherFiles?: (scope: ConnectorScope, place: ConnectorPlace) => readonly string[];
}

function settingsConnector(agent: SettingsAgent): Connector {
  const fileOf = (scope: ConnectorScope, place: ConnectorPlace): string =>
    scope.kind === "user" ? agent.userFile(place) : join(scope.folder, agent.projectFile);
  const change = (file: string, read: ReadText, edit: (text: string | undefined) => string | undefined): FileChange => {
    const before = read(file);
    return { file, before, after: edit(before), executable: false };
  };
  const { obstacle, otherFiles = () => [] } = agent;
  return {
    id: agent.id,
    name: agent.name,
    programs: agent.programs,
    triedWith: agent.triedWith,
    scopes: ["user", "project"],
    ownFiles: false,
    notes: agent.notes,
    connect: (scope, place, read) => [
      change(fileOf(scope, place), read, (text) => withHooks(text, agent.groups(place))),
    ],
    disconnect: (scope, place, read) => [change(fileOf(scope, place), read, withoutHooks)],
    ...(obstacle === undefined
      ? {}
      : {
          alsoWatched: otherFiles,
          obstacle: (scope, place, read) =>
            [fileOf(scope, place), ...otherFiles(scope, place)]
              .map((file) => obstacle(settingsOf(read(file)), file))
              .find((found) => found !== undefined),
        }),
  };
}

const waiting = "Waiting for Gatehouse";
/** Longer than the engine holds a call, and than the launcher waits. */
const limitSeconds = 900;
/** For events that are only recorded: nobody waits for a person there. */
const recordingSeconds = 15;
const before: ReadonlySet<string> = new Set(["PreToolUse", "BeforeTool"]);

function commandFor(place: ConnectorPlace, agent: string, event: string): string {
  return before.has(event) ? guardedCommand(place, agent, event) : recordingCommand(place, agent, event);
}

export function secondsFor(event: string): number {
  return before.has(event) ? limitSeconds : recordingSeconds;
}

export const claudeEvents =
  "PreToolUse PostToolUse PostToolUseFailure PermissionRequest UserPromptSubmit Stop SubagentStart SubagentStop PreCompact SessionEnd".split(
    " ",
  );

function claudeHook(place: ConnectorPlace, event: string): JsonObject {
  // Only what has not happened yet can be blocked.
  const guard = event === "PreToolUse" ? { onFailure: "block", statusMessage: waiting } : {};
  const timeout = secondsFor(event);
  // Over HTTP nobody can answer while no engine runs; the launcher can, and costs a process for each call.
  if (event === "PreToolUse" && place.engineDown === "ask")
    return { type: "command", command: guardedCommand(place, "claude-code", event), timeout, ...guard };
  return { type: "http", url: `${place.httpUrl}/hooks/claude-code`, timeout, ...guard };
}

/** What an organisation sets for everybody on this machine. */
const managedSettings =
  process.platform === "darwin"
    ? "/Library/Application Support/ClaudeCode/managed-settings.json"
    : "/etc/claude-code/managed-settings.json";

export const claudeCode = settingsConnector({
  id: "claude-code",
  name: "Claude Code",
  triedWith: "2.1.326",
  programs: ["claude"],
  notes: ["Running sessions are governed within seconds.", "Your own deny rules in Claude Code still apply."],
  userFile: (place) => join(folderFrom(place, "CLAUDE_CONFIG_DIR", join(place.home, ".claude")), "settings.json"),
  projectFile: ".claude/settings.json",
  groups: (place) => [
    ...claudeEvents.map((event) => ({
      event,
      group: {
        ...(event.includes("Tool") || event === "PermissionRequest" ? { matcher: "*" } : {}),
        hooks: [claudeHook(place, event)],
      },
    })),
    // Claude Code skips HTTP hooks for this one.
    {
      event: "SessionStart",
      group: { hooks: [{ type: "command", command: recordingCommand(place, "claude-code", "SessionStart") }] },
    },
  ],
  // Each of them can switch the hooks of all others off.
  otherFiles: (scope, place) => [
    ...(scope.kind === "user"
      ? []
      : [
          join(scope.folder, ".claude", "settings.local.json"),
          join(folderFrom(place, "CLAUDE_CONFIG_DIR", join(place.home, ".claude")), "settings.json"),
        ]),
    managedSettings,
  ],
  obstacle: (settings, file) => {
    const setting =
      settings["disableAllHooks"] === true
        ? "disableAllHooks"
        : file === managedSettings && settings["allowManagedHooksOnly"] === true
          ? "allowManagedHooksOnly"
          : undefined;
    return setting === undefined
      ? undefined
      : { state: "disabled", detail: `The setting "${setting}" in ${file} switches the hook off: remove it there.` };
  },
});

function codexFolder(place: ConnectorPlace): string {
  return folderFrom(place, "CODEX_HOME", join(place.home, ".codex"));
}

export const codexEvents = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "Stop",
];

const codexSettings = settingsConnector({
  id: "codex",
  name: "Codex",
  triedWith: "0.169.0",
  programs: ["codex"],
  notes: [
    "Codex asks you to trust the hook when it starts next. Until then the hook does not run, and `codex exec` does not say so.",
    "Running sessions are not governed: start them again.",
  ],
  userFile: (place) => join(codexFolder(place), "hooks.json"),
  projectFile: ".codex/hooks.json",
  groups: (place) =>
    codexEvents.map((event) => ({
      event,
      group: {
        hooks: [
          {
            type: "command",
            command: commandFor(place, "codex", event),
            timeout: secondsFor(event),
            ...(before.has(event) ? { statusMessage: waiting } : {}),
          },
        ],
      },
    })),
});

export const codex: Connector = {
  ...codexSettings,
  // Whether the hook is trusted stands in the user's, for every scope.
  alsoWatched: (_scope, place) => [join(codexFolder(place), "config.toml")],
  programObstacle: (program, scope, place) =>
    codexObstacle(program, scope.kind === "user" ? place.home : scope.folder, commandFor(place, "codex", "PreToolUse")),
};

const geminiEvents = [
  "BeforeTool",
  "AfterTool",
  "BeforeAgent",
  "AfterAgent",
  "SessionStart",
  "SessionEnd",
  "PreCompress",
];

export const geminiCli = settingsConnector({
  id: "gemini-cli",
  name: "Gemini CLI",
  triedWith: "0.61.0",
  programs: ["gemini"],
  notes: [
    "In folders you do not trust, Gemini CLI runs no hooks.",
    "Gemini CLI still asks you in the terminal after Gatehouse allowed a call, unless it runs with --yolo.",
  ],
  userFile: ({ home }) => join(home, ".gemini", "settings.json"),
  projectFile: ".gemini/settings.json",
  groups: (place) =>
    geminiEvents.map((event) => ({
      event,
      group: {
        ...(event.endsWith("Tool") ? { matcher: "*" } : {}),
        hooks: [
          {
            // What the terminal shows meanwhile.
            name: before.has(event) ? waiting : "Gatehouse",
            type: "command",
            command: commandFor(place, "gemini-cli", event),
            timeout: secondsFor(event) * 1000,
          },
        ],
      },
    })),
});

const qwenEvents = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop"];

export const qwenCode = settingsConnector({
  id: "qwen-code",
  name: "Qwen Code",
  triedWith: "0.24.4",
  programs: ["qwen"],
  notes: [
    "Qwen Code waits at most 60 seconds. A call that a human has not answered by then is denied; asked again, it gets the answer.",
    "It does not use changed arguments: a call you edit is denied.",
  ],
  userFile: ({ home }) => join(home, ".qwen", "settings.json"),
  projectFile: ".qwen/settings.json",
  groups: (place) =>
    qwenEvents.map((event) => ({
      event,
      group: {
        ...(event.includes("Tool") ? { matcher: "*" } : {}),
        hooks: [{ name: waiting, type: "command", command: commandFor(place, "qwen-code", event), timeout: 60 }],
      },
    })),
});
