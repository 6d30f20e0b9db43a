// Words about packs of risk rules.
import type { PackRuleState, PackState } from "../../shared/contract/packs.ts";

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

export function ruleLine({ score, threat, technique }: PackRuleState): string {
  return [scoreWords[score], threat, ...(technique === undefined ? [] : [technique])].join(" · ");
}
