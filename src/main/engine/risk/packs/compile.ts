// A pack from text to rules of the risk phase, type-checked and with its examples run. Problems point at line and column.
import type { Facts } from "../../../../shared/domain/facts.ts";
import { type PackDocument, type PackRule, packSchema } from "../../../../shared/domain/packs.ts";
import type { PolicyExample, PolicyProblem } from "../../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../../shared/lib/result.ts";
import type { PolicyTools } from "../../policy/document/compile-rules.ts";
import { callOf } from "../../policy/document/examples.ts";
import { parsePolicyText, type Places, type PolicyText } from "../../rules/source.ts";
import { type Expression, type ExpressionCompiler, expressionCompiler } from "../../rules/expression.ts";
import { compileCondition } from "../../rules/condition.ts";
import { severity } from "../bands.ts";
import { filePartsOf } from "../file-views.ts";
import { type Check, clip, firstOf, type Heuristic, viewOf, when as triggeredBy } from "../heuristic.ts";
import { evidenceFinder, reasonWith } from "./evidence.ts";

export interface CompiledPack {
  readonly document: PackDocument;
  readonly rules: readonly Heuristic[];
}

export type PackTools = Pick<PolicyTools, "factsOf" | "world" | "usual">;

export interface PackOptions {
  /** Built-in packs are tried by the tests of the project, not at each start. */
  readonly examples: boolean;
  /** Ids that are taken. */
  readonly taken?: ReadonlySet<string>;
}

export function compilePack(
  source: PolicyText,
  tools: PackTools,
  { examples, taken = new Set() }: PackOptions,
): Result<CompiledPack, readonly PolicyProblem[]> {
  const parsed = parsePolicyText<PackDocument>(source, packSchema);
  if (!parsed.ok) return parsed;
  const { document, places } = parsed.value;
  const clashes = clashesIn(document, places, taken);
  const compiled = compileRules(document, places, tools);
  const problems = [...clashes, ...compiled.problems];
  if (problems.length > 0) return fail(problems);
  const failing = examples ? failingExamples(document, places, tools, compiled.rules) : [];
  return failing.length > 0 ? fail(failing) : ok({ document, rules: compiled.rules });
}

function clashesIn(document: PackDocument, places: Places, taken: ReadonlySet<string>): readonly PolicyProblem[] {
  const ids = new Set(taken);
  const problems: PolicyProblem[] = [];
  for (const [index, { id }] of document.rules.entries()) {
    if (ids.has(id)) problems.push(places.problem(["rules", index, "id"], `The id "${id}" is taken.`));
    ids.add(id);
  }
  return problems;
}

interface CompiledRules {
  readonly rules: readonly Heuristic[];
  readonly problems: readonly PolicyProblem[];
}

function compileRules(document: PackDocument, places: Places, tools: PackTools): CompiledRules {
  const compile = expressionCompiler(tools.world, ["facts"]);
  const problems: PolicyProblem[] = [];
  const rules: Heuristic[] = [];
  for (const [index, rule] of document.rules.entries()) {
    const unclear = shapeProblem(rule);
    if (unclear !== undefined) {
      problems.push(places.problem(["rules", index, "id"], unclear));
      continue;
    }
    const checks: Check[] = [];
    for (const { when: text, reason, path } of casesOf(rule)) {
      const when = text === undefined ? undefined : compile(text);
      if (when?.ok === false)
        problems.push(places.problemInside(["rules", index, ...path], when.error.offset, when.error.message));
      else checks.push(compileCase(rule, { when: when?.value, reason }, compile));
    }
    rules.push(ruleWith(rule, checks));
  }
  return { rules, problems };
}

/** What is missing, or said twice. */
function shapeProblem({ when, tools, effects, programs, cases, reason }: PackRule): string | undefined {
  if (cases !== undefined)
    return when === undefined && reason === undefined
      ? undefined
      : "A rule has either cases, each with its when and reason, or one when and one reason.";
  if (reason === undefined) return "Give a reason: one sentence for people.";
  return when === undefined && tools === undefined && effects === undefined && programs === undefined
    ? "Say what it is about: tools, effects, programs or when."
    : undefined;
}

interface Case {
  readonly when: string | undefined;
  readonly reason: string;
  /** Where its condition stands in the rule. */
  readonly path: readonly (string | number)[];
}

/** The cases of a rule in the order they are tried. One condition with its reason is the only case. */
function casesOf({ when, reason = "", cases }: PackRule): readonly Case[] {
  return cases === undefined
    ? [{ when, reason, path: ["when"] }]
    : cases.map((each, at) => ({ ...each, path: ["cases", at, "when"] }));
}

function ruleWith(rule: PackRule, checks: readonly Check[]): Heuristic {
  const [only] = checks;
  return {
    id: rule.id,
    threat: rule.threat,
    score: severity[rule.score],
    ...(rule.technique === undefined ? {} : { technique: rule.technique }),
    check: checks.length === 1 && only !== undefined ? only : firstOf(...checks),
    match: rule.match,
    not_match: rule.not_match,
  };
}

function compileCase(
  rule: PackRule,
  { when, reason }: { readonly when: Expression | undefined; readonly reason: string },
  compile: ExpressionCompiler,
): Check {
  const { triggers, evaluate } = compileCondition(rule, when);
  const findEvidence = evidenceFinder(when, rule.programs, compile);
  return triggeredBy(triggers, (view) => {
    const { result, why } = evaluate(view.facts, view.variables());
    if (result === "not_matched" || result === "expired") return null;
    // A condition that fails must never make the answer more permissive.
    if (result === "fault")
      return { reason: `${reasonWith(reason, undefined)} (its condition could not be evaluated: ${why})` };
    const evidence = findEvidence(view.facts);
    return {
      reason: reasonWith(reason, evidence),
      ...(evidence === undefined ? {} : { evidence: clip(evidence.shown) }),
    };
  });
}

/** An example that fails here but holds on a machine of the usual kind is right: this machine is an odd one. */
function failingExamples(
  document: PackDocument,
  places: Places,
  tools: PackTools,
  rules: readonly Heuristic[],
): readonly PolicyProblem[] {
  const here = examplesFailing(document, places, tools.factsOf, rules);
  if (here.length === 0 || tools.usual === undefined) return here;
  const usual = { ...tools, ...tools.usual };
  const there = examplesFailing(document, places, usual.factsOf, compileRules(document, places, usual).rules);
  const paths = new Set(there.map(({ path }) => path));
  return here.filter(({ path }) => paths.has(path));
}

function examplesFailing(
  { rules: written }: PackDocument,
  places: Places,
  factsOf: PackTools["factsOf"],
  rules: readonly Heuristic[],
): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  for (const [index, rule] of written.entries()) {
    const check = rules[index]?.check;
    for (const member of ["match", "not_match"] as const) {
      for (const [at, example] of rule[member].entries()) {
        const fault = tryExample(
          example,
          factsOf,
          (facts) =>
            [facts, ...filePartsOf(facts).map((part) => part.facts)].some(
              (each) => (check?.(viewOf(each)) ?? null) !== null,
            ),
          member === "match",
        );
        if (fault !== undefined) problems.push(places.problem(["rules", index, member, at], `The example ${fault}.`));
      }
    }
  }
  return problems;
}

function tryExample(
  example: PolicyExample,
  factsOf: PackTools["factsOf"],
  matches: (facts: Facts) => boolean,
  wanted: boolean,
): string | undefined {
  try {
    if (matches(factsOf(callOf(example))) === wanted) return undefined;
    return wanted ? "does not match, but must" : "matches, but must not";
  } catch (error) {
    return `could not be evaluated: ${error instanceof Error ? error.message : String(error)}`;
  }
}
