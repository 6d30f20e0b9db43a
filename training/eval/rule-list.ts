// Rule list: the tables of docs/risk-model.md that name every heuristic. `node training/eval/rule-list.ts` writes them anew.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { heuristics } from "../../src/main/engine/risk/heuristics/index.ts";
import { textHeuristics } from "../../src/main/engine/risk/text.ts";

export const documentPath = join(import.meta.dirname, "../../docs/risk-model.md");

interface Rule {
  readonly id: string;
  readonly threat: string;
}

/** Between `<!-- name -->` and `<!-- end -->`. */
function part(name: string): RegExp {
  return new RegExp(String.raw`(<!-- ${name} -->\n)[\s\S]*?(\n<!-- end -->)`, "u");
}

function tableOf(rules: readonly Rule[]): string {
  const byThreat = Map.groupBy(rules, (rule) => rule.threat);
  const rows = [...byThreat].map(([threat, own]) => `| ${threat} | ${own.map(({ id }) => `\`${id}\``).join(", ")} |`);
  return ["", "| Threat | Rules |", "| --- | --- |", ...rows, ""].join("\n");
}

/** The document with its lists as the code has them now. */
export function withRules(document: string): string {
  return document
    .replace(part("call rules"), (_, start: string, end: string) => start + tableOf(heuristics) + end)
    .replace(part("text rules"), (_, start: string, end: string) => start + tableOf(textHeuristics) + end)
    .replace(
      /\d+ small rules over the facts of phase 1, and \d+ over plain text/u,
      `${heuristics.length} small rules over the facts of phase 1, and ${textHeuristics.length} over plain text`,
    );
}

if (import.meta.main) writeFileSync(documentPath, withRules(readFileSync(documentPath, "utf8")));
