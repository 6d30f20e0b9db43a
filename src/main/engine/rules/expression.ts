// Conditions in CEL: parsed, type-checked and bounded when the policy loads, so that a wrong one never reaches an intent.
import { type ASTNode, Environment, ParseError, TypeError as CelTypeError } from "@marcbachmann/cel-js";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { hasFlag } from "./command-form.ts";
import { compilePath, matchesDomain, matchesName, type PathPattern, type PathSurroundings } from "./glob.ts";
import { compileRegular, newSearchBudget, type Regular } from "./regular/regular.ts";
import { RegularSyntaxError } from "./regular/syntax.ts";
import { suggestion } from "./suggestion.ts";
import { viewFields } from "../../../shared/domain/expression-fields.ts";
import * as views from "./views.ts";

/** Expressions run for every intent, so their size is bounded; what a rule cannot say in this much should be two rules. */
const limits = { maxAstNodes: 1000, maxDepth: 50, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 8 };
const maximumNesting = 2;
/** Our linear matcher under a name of its own: the library's `matches` backtracks. */
export const linearMatches = "matchesInLinearTime";

export interface ExpressionProblem {
  readonly message: string;
  /** Where in the expression. */
  readonly offset: number;
}

export interface Expression {
  readonly text: string;
  readonly tree: ASTNode;
  /** Throws when the expression fails. */
  readonly holds: (variables: ExpressionVariables) => boolean;
}

/** What expressions see: all of it in the policy, the facts alone in packs. */
export type ExpressionVariables = views.Variables | views.FactsVariables;

export type ExpressionCompiler = (text: string) => Result<Expression, ExpressionProblem>;

const constructors = {
  Facts: views.FactsView,
  Written: views.Written,
  Command: views.Command,
  Redirect: views.Redirect,
  Code: views.Code,
  Path: views.Path,
  Host: views.Host,
  Secret: views.Secret,
  Egress: views.Egress,
  Uninspected: views.Uninspected,
  Action: views.Action,
  Setting: views.Setting,
  File: views.File,
  Agent: views.Agent,
  Session: views.Session,
  Time: views.Time,
} as const;

const variableTypes = { facts: "Facts", agent: "Agent", session: "Session", time: "Time" } as const;
export type VariableName = keyof typeof variableTypes;
const everyVariable: readonly VariableName[] = ["facts", "agent", "session", "time"];

/** One environment for a policy or a pack: making it is slow, using it is fast. */
export function expressionCompiler(
  world: PathSurroundings,
  variables: readonly VariableName[] = everyVariable,
): ExpressionCompiler {
  const regulars = new Map<string, Regular>();
  let budget = newSearchBudget();
  let decided: ExpressionVariables | undefined;
  /** The rules of one decision share its variables, and what may be spent on searching. */
  const begin = (values: ExpressionVariables): void => {
    if (decided === values) return;
    decided = values;
    budget = newSearchBudget();
  };
  const environment = new Environment({ limits });
  for (const [name, ctor] of Object.entries(constructors)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of `constructors` are those of `viewFields`
    environment.registerType(name, { ctor, fields: viewFields[name as keyof typeof viewFields] });
  }
  const synchronous = { async: false };
  for (const name of variables) environment.registerVariable(name, variableTypes[name]);
  environment
    .registerFunction(
      "Command.option(string): string",
      (command: views.Command, name: string) => command.valueOf(name),
      synchronous,
    )
    .registerFunction(
      "Command.values(string): list<string>",
      (command: views.Command, name: string) => command.valuesOf(name),
      synchronous,
    )
    .registerFunction(
      "Command.operand(int): string",
      (command: views.Command, place: bigint) => command.operandAt(Number(place)),
      synchronous,
    )
    .registerFunction(
      "Command.word(int): string",
      (command: views.Command, place: bigint) => command.words.at(Number(place)) ?? "",
      synchronous,
    )
    .registerFunction(
      "Command.flag(string): bool",
      (command: views.Command, flag: string) => hasFlag(command.arguments, flag),
      synchronous,
    )
    .registerFunction(
      "string.glob(string): bool",
      cached((pattern) => compilePath(pattern, "exact", world)),
      synchronous,
    )
    .registerFunction(
      "string.like(string): bool",
      (text: string, pattern: string) => matchesName(pattern, text),
      synchronous,
    )
    .registerFunction(
      "string.domain(string): bool",
      (host: string, pattern: string) => matchesDomain(pattern, host),
      synchronous,
    )
    .registerFunction(
      `string.${linearMatches}(string): bool`,
      (text: string, source: string) => regulars.get(source)?.test(text, budget) ?? false,
      synchronous,
    );

  return (text) => {
    try {
      const parsed = environment.parse(text);
      const fault = inspect(parsed.ast, regulars, 0);
      if (fault !== undefined) return fail(fault);
      const checked = parsed.check();
      if (!checked.valid) return fail(problemOf(checked.error, variables));
      if (checked.type !== "bool")
        return fail({ message: `It must be true or false, not ${checked.type}.`, offset: 0 });
      const holds = (values: ExpressionVariables): boolean => {
        begin(values);
        return isTrue(parsed(values));
      };
      return ok({ text, tree: parsed.ast, holds });
    } catch (error) {
      return fail(problemOf(error, variables));
    }
  };
}

function isTrue(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new TypeError("The expression gave neither true nor false.");
}

function cached(compile: (pattern: string) => PathPattern): (path: string, pattern: string) => boolean {
  const known = new Map<string, PathPattern>();
  return (path, text) => {
    let pattern = known.get(text);
    if (pattern === undefined) {
      pattern = compile(text);
      // Patterns nearly always stand in the policy; one that is built from facts must not fill the memory.
      if (known.size < 5000) known.set(text, pattern);
    }
    return pattern.matches(path);
  };
}

const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** What the type check does not know: expressions that grow without bound, and members that `has` would not check. */
function inspect(node: ASTNode, regulars: Map<string, Regular>, nesting: number): ExpressionProblem | undefined {
  if (node.op === "call" && node.args[0] === "has") {
    return {
      message: 'has() is not needed: every member is there, and text that is absent is "".',
      offset: node.start,
    };
  }
  if (node.op === "rcall") {
    const [name, receiver, parameters] = node.args;
    if (name === "bind") return { message: "cel.bind() is not supported.", offset: node.start };
    const depth = loops.has(name) ? nesting + 1 : nesting;
    if (depth > maximumNesting) {
      return { message: `Loops (all, exists, map, filter) may be nested ${maximumNesting} deep.`, offset: node.start };
    }
    if (name === "matches") {
      const fault = useLinearMatches(node, parameters[0], regulars);
      if (fault !== undefined) return fault;
    }
    return firstFault([receiver, ...parameters], regulars, depth);
  }
  return firstFault(childrenOf(node), regulars, nesting);
}

function firstFault(
  nodes: readonly ASTNode[],
  regulars: Map<string, Regular>,
  nesting: number,
): ExpressionProblem | undefined {
  for (const node of nodes) {
    const fault = inspect(node, regulars, nesting);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function useLinearMatches(
  call: ASTNode & { readonly op: "rcall" },
  pattern: ASTNode | undefined,
  regulars: Map<string, Regular>,
): ExpressionProblem | undefined {
  if (pattern?.op !== "value" || typeof pattern.args !== "string") {
    return { message: "matches() needs its regular expression as plain text.", offset: pattern?.start ?? call.start };
  }
  try {
    if (!regulars.has(pattern.args)) regulars.set(pattern.args, compileRegular(pattern.args));
  } catch (error) {
    if (!(error instanceof RegularSyntaxError)) throw error;
    const quote = /^[rR]?(?:"""|'''|["'])/.exec(pattern.input.slice(pattern.start))?.[0].length ?? 1;
    return { message: `In the regular expression: ${error.message}`, offset: pattern.start + quote + error.offset };
  }
  call.args[0] = linearMatches;
  return undefined;
}

function childrenOf(node: ASTNode): readonly ASTNode[] {
  if (node.op === "value" || node.op === "id") return [];
  if (node.op === "." || node.op === ".?") return [node.args[0]];
  if (node.op === "call") return node.args[1];
  if (node.op === "rcall") return [node.args[1], ...node.args[2]];
  if (node.op === "map") return node.args.flat();
  return node.op === "!_" || node.op === "-_" ? [node.args] : node.args;
}

function problemOf(error: unknown, variables: readonly string[]): ExpressionProblem {
  if (error instanceof ParseError || error instanceof CelTypeError) {
    const offset = error.range?.start ?? 0;
    return { message: inWords(error.summary, variables), offset };
  }
  return { message: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error), offset: 0 };
}

function inWords(summary: string, variables: readonly string[]): string {
  const member = /^No such key: (\w+)$/.exec(summary)?.[1];
  if (member !== undefined) {
    const known = Object.values(viewFields).flatMap((fields) => Object.keys(fields));
    return `There is no member "${member}".${suggestion(member, known)}`;
  }
  const variable = /^Unknown variable: (\w+)$/.exec(summary)?.[1];
  if (variable !== undefined) return `There is no variable "${variable}".${suggestion(variable, variables)}`;
  return `${summary.replace(/\.$/, "")}.`;
}
