// Rows of the command table: policy, packs, and what the engine would say.
import { rows } from "./entry.ts";

const packActions = ["list", "show", "check", "add", "remove", "enable", "disable"] as const;
/** What may follow `--`. */
const mostWords = 10_000;

export const ruleRows = rows({
  "policy check": {
    usage: "policy check FILE",
    summary: "Check a policy file: its form, its expressions and its examples. Works without an engine.",
    details: "A file called .gatehouse.yaml is checked as a project's own file, which can only tighten.",
    page: "policy.md",
    options: {},
    operands: [1, 1],
    operandKinds: ["file"],
  },
  "policy test": {
    usage: "policy test FILE\npolicy test FILE [--tool TOOL] [--workspace DIR] -- COMMAND",
    summary: "Run the examples of a policy file rule by rule, or show what it says about one command. Needs no engine.",
    details:
      "Exit code 1: an example fails. With COMMAND it prints the effect and the rule; risk and grants have no part in it.",
    page: "policy.md",
    options: { tool: "text", workspace: "directory" },
    operands: [1, mostWords],
    operandKinds: ["file"],
  },
  "policy diff": {
    usage: "policy diff FILE [--days N]",
    summary: "Show how a policy file differs from the one in force, and what it would have decided otherwise.",
    details: "--days says how much of the past is decided anew (default 30). Nothing is changed.",
    page: "policy.md",
    options: { days: "text" },
    operands: [1, 1],
    operandKinds: ["file"],
  },
  packs: {
    usage: "packs [list | show NAME | check FILE | add FILE | remove NAME | enable NAME [RULE] | disable NAME [RULE]]",
    summary: "Show and change the packs of risk rules. `check` needs no engine and changes nothing.",
    details:
      "Built-in packs can be switched off, not removed. A pack that does not load never replaces the one in force.",
    page: "packs.md",
    options: {},
    operands: [0, 3],
    operandKinds: [packActions, "file"],
  },
  tune: {
    usage: "tune\ntune --accept ID\ntune --undo ID",
    summary: "Show the changes that your own decisions suggest, with what each would have changed, and accept one.",
    details:
      "Looks at what you approved, denied, overrode and marked as wrong. Without an option nothing is changed; --undo takes an accepted suggestion back.",
    page: "tuning.md",
    options: { accept: "text", undo: "text" },
    operands: [0, 0],
  },
  explain: {
    usage: "explain --tool TOOL --arguments JSON [--agent DID] [--workspace DIR]",
    summary: "Show what the engine would decide about an action, and why. Nothing runs or is recorded.",
    options: { tool: "text", arguments: "text", agent: "text", workspace: "directory" },
    operands: [0, 0],
  },
  score: {
    usage:
      "score [--tool TOOL] [--workspace DIR] -- COMMAND\n" +
      "score --file FILE [--text] [--workspace DIR]\n" +
      "score --tool TOOL --arguments JSON [--workspace DIR]",
    summary: "Show how risky a command, a tool call or a text is, and why. Works without an engine; nothing runs.",
    details:
      "COMMAND is one line in quotes, or its words; with --tool Read a path, with --tool WebFetch an address. --file - reads standard input. With --text it is judged as a text an\n" +
      "agent reads (a tool result, a web page), not as a command. Works with and without a running engine.",
    page: "models.md",
    options: { tool: "text", arguments: "text", workspace: "directory", file: "file" },
    flags: ["text"],
    operands: [0, mostWords],
  },
  observe: {
    usage: "observe on|off",
    summary: "Switch observe mode: nothing is held, only blocked actions are stopped, and your policy stays as it is.",
    options: {},
    operands: [1, 1],
    operandKinds: [["on", "off"]],
  },
});
