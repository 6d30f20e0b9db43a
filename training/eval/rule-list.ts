// Rule list: prints every rule of the risk score with its threat, severity and technique (`npm run rules`).
import { textHeuristics } from "../../src/main/engine/risk/text.ts";
import { riskRules } from "./scorers.ts";

interface Rule {
  readonly id: string;
  readonly threat: string;
  readonly score: number;
  readonly technique?: string;
}

export function ruleTable(rules: readonly Rule[]): string {
  const byThreat = Map.groupBy(rules, (rule) => rule.threat);
  const lines = [...byThreat].flatMap(([threat, own]) => [
    threat,
    ...own.map(({ id, score, technique = "" }) => `  ${id.padEnd(34)} ${score.toFixed(2)}  ${technique}`.trimEnd()),
  ]);
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) {
  process.stdout.write(`${riskRules.length} rules over tool calls\n\n${ruleTable(riskRules)}\n`);
  process.stdout.write(`${textHeuristics.length} rules over texts\n\n${ruleTable(textHeuristics)}`);
}
