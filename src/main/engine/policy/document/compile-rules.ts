// Rules and sequences from document to compiled rules, with their examples run. What is wrong is reported with its line and column.
import type { HookPlaces } from "../protection/hook-files.ts";
import {
  decidedPrefix,
  type PolicyProblem,
  type PolicyRule,
  type PolicySequence,
} from "../../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../../shared/lib/result.ts";
import type { Sha256 } from "../../ports.ts";
import { type FactsOf, runExample } from "./examples.ts";
import { type Expression, type ExpressionCompiler, expressionCompiler } from "../../rules/expression.ts";
import type { PathSurroundings } from "../../rules/glob.ts";
import { compileRule, compileSequence, type CompiledRule, type FirstStep } from "../compiled-rule.ts";
import type { MemberPath, Places } from "../../rules/source.ts";

/** What compiling needs from outside. */
export interface PolicyTools {
  readonly sha256: Sha256;
  readonly factsOf: FactsOf;
  readonly world: PathSurroundings;
  /** Minutes to add to UTC for local time; UTC when absent. */
  readonly offsetMinutes?: (now: number) => number;
  /** Gatehouse's own processes. */
  readonly processIds?: readonly number[];
  /** Where agents are configured to ask Gatehouse. */
  readonly hooks?: HookPlaces;
  /** A machine of the usual kind. An example that holds there is right, though this machine may be an odd one. */
  readonly usual?: Pick<PolicyTools, "factsOf" | "world">;
}

const utc = () => 0;

export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  readonly firstSteps: readonly FirstStep[];
}

interface Rules {
  readonly rules: readonly PolicyRule[];
  readonly sequences: readonly PolicySequence[];
}

/** Rules and sequences with their examples run; ids are unique over both, because verdicts name them. */
export function compileRules(
  document: Rules,
  places: Places,
  tools: PolicyTools,
  prefix: string,
): Result<CompiledRules, readonly PolicyProblem[]> {
  const here = compileIn(document, places, tools, prefix);
  const failed = here.examples.length === 0 || tools.usual === undefined ? here.examples : failingThere();
  const problems = [...here.problems, ...failed];
  return problems.length > 0 ? fail(problems) : ok(here.compiled);

  function failingThere(): readonly PolicyProblem[] {
    const { examples } = compileIn(document, places, { ...tools, ...tools.usual }, prefix);
    const failing = new Set(examples.map((problem) => problem.path));
    return here.examples.filter((problem) => failing.has(problem.path));
  }
}

interface Compiled {
  readonly compiled: CompiledRules;
  readonly problems: readonly PolicyProblem[];
  /** Examples that do not hold on this machine. */
  readonly examples: readonly PolicyProblem[];
}

function compileIn({ rules, sequences }: Rules, places: Places, tools: PolicyTools, prefix: string): Compiled {
  const problems: PolicyProblem[] = [];
  const examples: PolicyProblem[] = [];
  const compiler = expressionCompiler(tools.world);
  const compile = (text: string | undefined, path: MemberPath) =>
    compileExpression(compiler, text, path, places, problems);
  const compiled: CompiledRule[] = [];
  const firstSteps: FirstStep[] = [];
  const ids = new Set<string>();
  const claim = (id: string, path: MemberPath) => {
    if (ids.has(id)) problems.push(places.problem([...path, "id"], `The id "${id}" is taken.`));
    ids.add(id);
  };
  const example = (
    steps: PolicyRule["match"] & object,
    wanted: boolean,
    path: MemberPath,
    rule: CompiledRule,
    first?: FirstStep,
  ) => {
    const answer = runExample(steps, rule, first, tools.factsOf);
    if (answer === wanted) return;
    const what =
      typeof answer === "string"
        ? `could not be judged: ${answer}`
        : answer
          ? "matches, but must not"
          : "does not match, but must";
    examples.push(places.problem(path, `The example ${what}.`));
  };

  for (const [index, rule] of rules.entries()) {
    const path = ["rules", index];
    claim(rule.id, path);
    problems.push(...faultsOf(rule).map(([member, message]) => places.problem([...path, member], message)));
    const when = compile(rule.when, [...path, "when"]);
    if (rule.when !== undefined && when === undefined) continue;
    if (rule.enabled !== false) compiled.push(compileRule(rule, when, prefix, tools.offsetMinutes ?? utc));
    // The examples of a rule that has expired or is off are about its condition.
    const { expires: _expires, ...lasting } = rule;
    const compiledRule = compileRule(lasting, when, prefix);
    // A decision names places as they were found then. Where its call leads elsewhere by now, it says nothing; all else still holds.
    const match = rule.id.startsWith(decidedPrefix) ? [] : (rule.match ?? []);
    for (const [at, step] of match.entries()) example([step], true, [...path, "match", at], compiledRule);
    for (const [at, step] of (rule.not_match ?? []).entries())
      example([step], false, [...path, "not_match", at], compiledRule);
  }
  for (const [index, sequence] of sequences.entries()) {
    const path = ["sequences", index];
    claim(sequence.id, path);
    if (sequence.within !== undefined && sequence.first === undefined) {
      problems.push(places.problem([...path, "within"], "`within` needs `first`."));
    }
    const first = compile(sequence.first, [...path, "first"]);
    const then = compile(sequence.then, [...path, "then"]);
    if (then === undefined || (sequence.first !== undefined && first === undefined)) continue;
    const { rule, firstStep } = compileSequence(sequence, first, then, prefix);
    if (sequence.enabled !== false) {
      compiled.push(rule);
      if (firstStep !== undefined) firstSteps.push(firstStep);
    }
    for (const [at, steps] of (sequence.match ?? []).entries())
      example(steps, true, [...path, "match", at], rule, firstStep);
    for (const [at, steps] of (sequence.not_match ?? []).entries())
      example(steps, false, [...path, "not_match", at], rule, firstStep);
  }
  return { compiled: { rules: compiled, firstSteps }, problems, examples };
}

function compileExpression(
  compiler: ExpressionCompiler,
  text: string | undefined,
  path: MemberPath,
  places: Places,
  problems: PolicyProblem[],
): Expression | undefined {
  if (text === undefined) return undefined;
  const compiled = compiler(text);
  if (compiled.ok) return compiled.value;
  problems.push(places.problemInside(path, compiled.error.offset, compiled.error.message));
  return undefined;
}

function faultsOf(rule: PolicyRule): readonly (readonly [string, string])[] {
  const faults: (readonly [string, string])[] = [];
  const unconditional =
    rule.when === undefined && rule.tools === undefined && rule.effects === undefined && rule.programs === undefined;
  if (unconditional) faults.push(["id", "Say what it is about: tools, effects, programs or when."]);
  if (rule.effect === "condition" && rule.conditions === undefined)
    faults.push(["effect", "A rule with conditions must list them."]);
  if (rule.effect !== "condition" && rule.conditions !== undefined)
    faults.push(["conditions", "Only a rule with effect condition has conditions."]);
  if (rule.effect !== "allow" && rule.answers !== undefined)
    faults.push(["answers", "Only a rule with effect allow answers for others."]);
  return faults;
}
