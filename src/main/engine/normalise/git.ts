// Git: which git commands reach a remote, change files, or run something.
import type { CommandFact } from "../../../shared/facts.ts";
import { remoteHost, urlsIn } from "./hosts.ts";
import { addHost, addPath, reachNetwork } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { parseOptions } from "./options.ts";
import { looksLikePath } from "./path-words.ts";

const remoteVerbs: Readonly<Record<string, "download" | "upload">> = {
  clone: "download",
  fetch: "download",
  pull: "download",
  push: "upload",
  "ls-remote": "download",
  submodule: "download",
};
const hookFolder = /core\.hookspath/i;
const commandSetting =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|askpass)|alias\.|pager\.|diff\..*(?:command|textconv)|diff\.external|credential\.helper|filter\..*(?:clean|smudge)|gpg\.program|sequence\.editor|protocol\.ext)/i;

export function describeGit(inspection: Inspection, fact: CommandFact, frame: Frame): boolean {
  if (fact.program !== "git") return false;
  const parsed = parseOptions(fact.arguments, {
    short: "Cc",
    long: ["git-dir", "work-tree", "exec-path"],
    stopAtOperand: true,
  });
  const [verb = "", ...rest] = parsed.operands;
  for (const option of parsed.options) {
    if (option.name === "-C" && option.value !== undefined) addPath(inspection, option.value, "read", frame.scope);
    if (option.name === "-c" && option.value !== undefined) setting(inspection, option.value, frame);
    // Every git command is a program in that folder.
    if (option.name === "--exec-path" && option.value !== undefined)
      addPath(inspection, `${option.value}/git-${verb}`, "execute", frame.scope);
  }
  outputOf(inspection, rest, frame);
  const direction = Object.hasOwn(remoteVerbs, verb) ? remoteVerbs[verb] : undefined;
  if (direction !== undefined) {
    reachNetwork(inspection);
    inspection.effects.add(direction === "download" ? "write" : "read");
  }
  if (direction !== undefined || verb === "remote") {
    for (const word of rest)
      addHost(inspection, remoteHost(word, direction ?? "connect") ?? urlsIn(word, direction ?? "connect")[0]);
  }
  switch (verb) {
    case "clone": {
      const given = parseOptions(rest, {
        short: "bojucq",
        long: ["branch", "depth", "origin", "config", "template"],
      });
      for (const { name, value } of given.options)
        if ((name === "-c" || name === "--config") && value !== undefined) setting(inspection, value, frame);
      const target = given.operands;
      if (target[1] !== undefined) addPath(inspection, target[1], "write", frame.scope, true);
      break;
    }
    case "rm":
      for (const word of rest)
        if (!word.startsWith("-")) addPath(inspection, word, "delete", frame.scope, rest.includes("-r"));
      break;
    case "mv":
    case "apply":
    case "am":
    case "restore":
      inspection.effects.add("write");
      for (const word of rest)
        if (!word.startsWith("-")) addPath(inspection, word, verb === "apply" ? "read" : "write", frame.scope);
      break;
    case "clean":
      addPath(inspection, rest.find((word) => !word.startsWith("-")) ?? ".", "delete", frame.scope, true);
      break;
    case "config":
      setting(inspection, rest.filter((word) => !word.startsWith("-")).join("="), frame);
      break;
    case "add":
    case "hash-object":
      // What is under version control goes wherever the project goes.
      for (const word of rest) if (!word.startsWith("-")) addPath(inspection, word, "read", frame.scope);
      break;
    case "diff":
    case "blame":
    case "show":
    case "log":
      for (const word of rest)
        if (looksLikePath(word) && word.includes("/")) addPath(inspection, word, "read", frame.scope);
      break;
    default:
  }
  if (
    /^(?:commit|checkout|switch|merge|rebase|reset|stash|cherry-pick|revert|init|worktree|filter-branch|gc|prune)$/.test(
      verb,
    )
  ) {
    inspection.effects.add("write");
  }
  return true;
}

/** `git log --output=file` and its like write what they show. */
function outputOf(inspection: Inspection, words: readonly string[], frame: Frame): void {
  words.forEach((word, index) => {
    const file = word === "--output" ? words[index + 1] : /^--output=(.+)$/s.exec(word)?.[1];
    if (file !== undefined) addPath(inspection, file, "write", frame.scope);
  });
}

/** Helpers of git itself, and programs that only show something, with options at most. */
const ownHelper = /^(?:cache|store|osxkeychain|manager|libsecret|true|false|cat|less)(?:\s+-\S+)*\s*$/;

/** `name=value` of a setting: some settings are commands, one moves the hooks. */
function setting(inspection: Inspection, text: string, frame: Frame): void {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? "" : text.slice(equals + 1);
  if (value === "") return;
  if (hookFolder.test(name)) inspection.effects.add("persistence");
  if (!commandSetting.test(name)) return;
  const command = value.startsWith("!") ? value.slice(1) : /^alias\./i.test(name) ? undefined : value;
  if (command === undefined || ownHelper.test(command)) return;
  inspection.run.shell(command, {
    ...frame,
    depth: frame.depth + 1,
    wrappers: [...frame.wrappers, "git config"],
    parent: inspection.commands.length - 1,
    literal: false,
    input: undefined,
    piped: false,
  });
}
