// Rows of the command table: the engine itself, and this program.
import { outcomes, riskLevels } from "../../shared/domain/verdict.ts";
import { rows } from "./entry.ts";

export const shells = ["bash", "zsh", "fish"] as const;

export const engineRows = rows({
  serve: {
    usage:
      "serve [--port PORT] [--data-dir DIRECTORY] [--address ADDRESS --tls-cert FILE --tls-key FILE --token-file FILE]",
    summary: "Run the engine without a window; it prints one JSON line when it listens.",
    page: "protocol.md",
    options: { port: "text", address: "text", "tls-cert": "file", "tls-key": "file", "token-file": "file" },
    operands: [0, 0],
  },
  service: {
    usage: "service install|remove|status [--port PORT]",
    summary:
      "Run the engine without a window as a service of this user, started with the session or by an agent's first question.",
    details: "Linux: systemd units of the user. macOS: a launch agent. Elsewhere the console can start at login.",
    options: { port: "text" },
    operands: [1, 1],
    operandKinds: [["install", "remove", "status"]],
  },
  settings: {
    usage: "settings [show|schema]\nsettings export FILE\nsettings import FILE",
    summary:
      "Show the settings in force or the schema of settings.json; take settings, policy and packs to another machine.",
    page: "installing.md",
    options: {},
    operands: [0, 2],
    operandKinds: [["show", "schema", "export", "import"], "file"],
  },
  app: {
    usage: "app [--yes]",
    summary: "Open the console's window: the installed one, or this version on an Electron that is fetched once.",
    details: "Without an installed console it asks before it fetches Electron; --yes answers that.",
    options: {},
    flags: ["yes"],
    operands: [0, 0],
  },
  status: {
    usage: "status",
    summary: "Show whether the engine runs, where, and how it is.",
    options: {},
    operands: [0, 0],
  },
  tail: {
    usage: "tail [--agent AGENT] [--verdict VERDICT] [--level LEVEL] [--tool TOOL] [--last N]",
    summary: "Follow intents and verdicts as they happen, until you press Ctrl-C.",
    details: [
      "--agent takes a DID, a name or a part of one. Several values are separated by commas: --verdict DENIED,ESCALATE",
      "--level shows this level and above. --last shows so many of the past first (default 10, at most 1000).",
      "With --json each line is one JSON object (NDJSON); an intent whose verdict changes comes again.",
    ].join("\n"),
    options: { agent: "text", verdict: outcomes, level: riskLevels, tool: "text", last: "text" },
    operands: [0, 0],
  },
  logs: {
    usage: "logs [--follow] [--level LEVEL] [--since TIME] [--last N]",
    summary: "Show what Gatehouse itself went through: starts, faults, crashes. What agents ask is in the ledger.",
    details: [
      "--level shows this level and above. --since takes 30m, 2h, 7d or a date. --last shows so many at most (default 1000).",
      "--follow goes on until you press Ctrl-C. With --json each line is one JSON object (NDJSON).",
    ].join("\n"),
    page: "installing.md",
    options: { level: ["info", "warning", "error"], since: "text", last: "text" },
    flags: ["follow"],
    operands: [0, 0],
  },
  doctor: {
    usage: "doctor [--report FILE]",
    summary: "Check engine, sockets, permissions, port, hooks, launcher and sandbox, and say what to do.",
    details: [
      "Exit code 0: nothing is wrong (warnings may be). 1: something is.",
      "--report writes a file to attach to an issue: versions, checks, settings, the state of the ledger and the end of the log, without",
      "secrets and without the names of you, your machine and your home folder. Read it before you give it away.",
    ].join("\n"),
    options: { report: "file" },
    operands: [0, 0],
  },
  token: {
    usage: "token",
    summary: "Print the owner's token, for programs that run as another user or on a system without peer lookup.",
    details:
      'Send it as "Authorization: Bearer TOKEN". Whoever has it can ask as you; it never allows approving anything.',
    options: {},
    operands: [0, 0],
  },
  completion: {
    usage: "completion bash|zsh|fish",
    summary: "Print the completion script for a shell.",
    details: [
      'bash  add to ~/.bashrc:  eval "$(gatehouse completion bash)"',
      "zsh   gatehouse completion zsh > a folder in $fpath, as _gatehouse; then start zsh again",
      "fish  gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish",
    ].join("\n"),
    options: {},
    operands: [1, 1],
    operandKinds: [shells],
  },
  version: {
    usage: "version",
    summary: "Show the version of this program and of what it runs on.",
    options: {},
    operands: [0, 0],
  },
});
