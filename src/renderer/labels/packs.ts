// Words about packs of risk rules.
import type { PackRuleState, PackState } from "../../shared/contract/packs.ts";
import type { TuningEffect, TuningExample, TuningOutcome } from "../../shared/contract/tuning.ts";

export const packTexts = {
  about:
    "Rules that score what is risky. Built-in packs can be switched off; your own lie in the folder packs of the data directory.",
  packs: "Packs",
  pack: (name: string) => `Pack ${name}`,
  rule: (id: string) => `Rule ${id}`,
  inForce: (name: string) => `Pack ${name} is in force.`,
  problemsOf: (name: string) => `Problems of ${name}`,
  rulesOf: (name: string) => `Rules of ${name}`,
  unreadable: "The packs cannot be shown",
  add: "Add a pack",
  addTitle: "Add a pack",
  file: "Choose a file",
  paste: "Text of the pack",
  check: "Check",
  addNow: "Add",
  cancel: "Cancel",
  remove: "Remove",
  match: "Finds",
  notMatch: "Leaves alone",
  keptVersion: "The file does not load; the last version that did stays in force.",
} as const;

export function packLine({ version, origin, rules }: PackState): string {
  const count = rules.length === 1 ? "1 rule" : `${rules.length} rules`;
  return `${origin === "built-in" ? "Built in" : "Yours"}, ${count}${version === "" ? "" : `, version ${version}`}`;
}

const scoreWords: Readonly<Record<PackRuleState["score"], string>> = {
  note: "Noted",
  weak: "Weak",
  medium: "Medium",
  warn: "Warns",
  suspicious: "Suspicious",
  ask: "Asks you",
  deny: "Denied",
  critical: "Critical",
};

export function ruleLine({ score, lowered, threat, technique }: PackRuleState): string {
  const words = lowered === undefined ? scoreWords[score] : `${scoreWords[lowered]} (lowered by you)`;
  return [words, threat, ...(technique === undefined ? [] : [technique])].join(" · ");
}

export const tuningTexts = {
  suggestions: "Suggestions from your decisions",
  inForce: "Suggestions in force",
  accept: "Accept",
  acceptNamed: (title: string) => `Accept: ${title}`,
  undo: "Undo",
  undoNamed: (title: string) => `Undo: ${title}`,
  accepted: (title: string) => `In force: ${title}.`,
} as const;

const outcomeWords: Readonly<Record<TuningOutcome, string>> = { denied: "denied", asked: "asked", passed: "passes" };

export function outcomeChange({ before, after }: Pick<TuningExample, "before" | "after">): string {
  return `${outcomeWords[before]} → ${outcomeWords[after]}`;
}

export function effectLine({ fewerAsks, fewerDenials }: TuningEffect): string {
  const parts = [
    ...(fewerAsks === 0 ? [] : [fewerAsks === 1 ? "1 question fewer" : `${fewerAsks} questions fewer`]),
    ...(fewerDenials === 0 ? [] : [fewerDenials === 1 ? "1 denial fewer" : `${fewerDenials} denials fewer`]),
  ];
  return `Over the past: ${parts.join(", ")}.`;
}
