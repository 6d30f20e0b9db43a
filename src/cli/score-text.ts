// A risk explanation in words: the score, what was found and why, the facts that mattered, what moved the model.
import type { Facts } from "../shared/domain/facts.ts";
import type { ModelExplanation } from "../shared/contract/risk-model.ts";
import type { RiskExplanation } from "../shared/contract/risk-explanation.ts";
import type { RiskAssessment } from "../shared/domain/verdict.ts";
import { indent, table, visible } from "./text.ts";

const mostTokens = 12;
const mostFacts = 12;

export function scoreText(explanation: RiskExplanation, where: "engine" | "here"): string {
  const { risk, facts, modelExplanation } = explanation;
  const sections = [
    summary(explanation),
    section("Findings", risk.findings.length === 0 ? ["none"] : risk.findings.flatMap(findingLines)),
    ...(facts === undefined ? [] : [section("Facts", factLines(facts))]),
    ...(modelExplanation === undefined ? [] : [section("What moved the model", tokenLines(modelExplanation))]),
    ...(where === "engine"
      ? []
      : ["No engine is running: scored by this command, with the settings of the data directory."]),
  ];
  return sections.join("\n\n");
}

function summary({ risk, modelMessage }: RiskExplanation): string {
  const threats = risk.threats.length === 0 ? "nothing risky was found" : risk.threats.map(visible).join(", ");
  return table([
    ["Score", `${risk.score.toFixed(4)} ${risk.level}: ${threats}`],
    ["Heuristics", risk.heuristicScore.toFixed(4)],
    ["Model", modelLine(risk, modelMessage)],
  ]);
}

function modelLine({ modelStatus, modelScore, modelOrigin }: RiskAssessment, message: string | undefined): string {
  const origin = modelOrigin === undefined ? "" : ` (${visible(modelOrigin)})`;
  if (modelStatus === "scored") return `${modelScore.toFixed(4)}${origin}`;
  return `${modelStatus}${origin}${message === undefined ? "" : `: ${visible(message)}`}`;
}

function findingLines({ id, score, threat, reason, technique, evidence }: RiskAssessment["findings"][number]) {
  return [
    [score.toFixed(2), id, threat, ...(technique === undefined ? [] : [`ATT&CK ${technique}`])].join("  "),
    `      ${visible(reason)}`,
    ...(evidence === undefined ? [] : [`      | ${visible(evidence)}`]),
  ];
}

function factLines(facts: Facts): readonly string[] {
  const commands = facts.commands.map(({ text, wrappers, dynamic }) => {
    const how = [...wrappers.map(visible), ...(dynamic ? ["only known when it runs"] : [])];
    return ["Command", `${visible(text)}${how.length === 0 ? "" : `  (${how.join(", ")})`}`];
  });
  const rows = [
    ["Tool", `${facts.tool}${facts.givenTool === facts.tool ? "" : ` (${visible(facts.givenTool)})`}`],
    ["Effects", facts.effects.join(", ") || "none"],
    ...few(commands),
    ...few(facts.code.map(({ language, text }) => ["Code", `${visible(language)}: ${visible(text.slice(0, 200))}`])),
    ...few(facts.paths.map(({ path, access, zone }) => ["Path", `${visible(path)}  ${access}, ${zone}`])),
    ...few(facts.hosts.map(({ host, direction }) => ["Host", `${visible(host)}  ${direction}`])),
    ...few(facts.secrets.map(({ kind, where }) => ["Secret", `${visible(kind)} in ${visible(where)}`])),
    ...few(facts.uninspected.map(({ part, why }) => ["Not inspected", `${visible(part)}  (${why})`])),
  ];
  return table(rows).split("\n");
}

function few(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (rows.length <= mostFacts) return rows;
  return [...rows.slice(0, mostFacts), ["", `and ${rows.length - mostFacts} more (--json shows all)`]];
}

function tokenLines({ tokens }: ModelExplanation): readonly string[] {
  if (tokens.length === 0) return ["nothing in particular"];
  const shown = tokens.slice(0, mostTokens).map(({ token, weight }) => {
    return [`${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(3)}`, visible(token)];
  });
  return table(shown).split("\n");
}

function section(title: string, lines: readonly string[]): string {
  return `${title}\n${indent(lines, "  ")}`;
}
