// A pack as people see it: its rules with their examples, what is switched off, and what is wrong with its file.
import type { PackRuleState, PackState } from "../../../shared/contract/packs.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { PackRule } from "../../../shared/domain/packs.ts";
import { describeProblem, type PolicyExample, type PolicyProblem } from "../../../shared/domain/policy.ts";
import type { CompiledPack } from "../../engine/risk/packs/compile.ts";

interface SwitchedOff {
  readonly packs: readonly string[];
  readonly rules: readonly string[];
  readonly lowered: Settings["loweredRules"];
}

interface UserFile {
  readonly file: string;
  readonly problems: readonly PolicyProblem[];
}

export function packState(
  pack: CompiledPack | undefined,
  origin: PackState["origin"],
  off: SwitchedOff,
  from?: UserFile,
): PackState {
  const name = pack?.document.name ?? from?.file.replace(/\.ya?ml$/u, "") ?? "";
  return {
    name,
    version: pack?.document.version ?? "",
    description: pack?.document.description ?? "This file has never loaded.",
    origin,
    enabled: pack !== undefined && !off.packs.includes(name),
    ...(from === undefined ? {} : { file: from.file }),
    problems: (from?.problems ?? []).map(describeProblem),
    rules: (pack?.document.rules ?? []).map((rule) => ruleState(rule, off)),
  };
}

function ruleState(rule: PackRule, off: SwitchedOff): PackRuleState {
  const { id, score, threat, reason, technique, when, cases, match, not_match: notMatch } = rule;
  return {
    id,
    score,
    threat,
    reasons: [...new Set(cases?.map((each) => each.reason) ?? [reason ?? ""])],
    ...(technique === undefined ? {} : { technique }),
    ...(when === undefined ? {} : { when }),
    match: match.map(exampleText),
    notMatch: notMatch.map(exampleText),
    enabled: !off.rules.includes(id),
    ...(off.lowered[id] === undefined ? {} : { lowered: off.lowered[id] }),
  };
}

function exampleText(example: PolicyExample): string {
  if (typeof example === "string") return example;
  const { command } = example.arguments;
  return example.tool === "execute_command" && typeof command === "string"
    ? command
    : `${example.tool} ${JSON.stringify(example.arguments)}`;
}
