// Evidence: the command, path, host or code that made a rule of a pack match, looked for only once it has matched.
import type { ASTNode } from "@marcbachmann/cel-js";
import type { CommandFact, Facts } from "../../../../shared/domain/facts.ts";
import type { Expression, ExpressionCompiler } from "../../rules/expression.ts";
import { FactsVariables } from "../../rules/views.ts";

/** `named` fills the places that a reason leaves open: {program}, {subcommand}, {path}, {host}. */
export interface Evidence {
  readonly shown: string;
  readonly named: Readonly<Record<string, string>>;
}

export type FindEvidence = (facts: Facts) => Evidence | undefined;

/** More elements than this are not tried one by one. */
const mostTried = 200;

interface Loop {
  readonly list: keyof typeof lists;
  readonly expression: Expression;
}

interface Candidate extends Evidence {
  /** The facts with this element alone. */
  readonly alone: Facts;
}

const lists = {
  commands: (facts) =>
    facts.commands.map((command) => ({ ...commandEvidence(command), alone: { ...facts, commands: [command] } })),
  paths: (facts) =>
    facts.paths.map((path) => ({ shown: path.given, named: { path: path.path }, alone: { ...facts, paths: [path] } })),
  hosts: (facts) =>
    facts.hosts.map((host) => ({
      shown: host.url ?? host.host,
      named: { host: host.host },
      alone: { ...facts, hosts: [host] },
    })),
  code: (facts) => facts.code.map((code) => ({ shown: code.text, named: {}, alone: { ...facts, code: [code] } })),
} satisfies Readonly<Record<string, (facts: Facts) => readonly Candidate[]>>;

function commandEvidence({ text, program, subcommand }: CommandFact): Evidence {
  return { shown: text, named: { program, subcommand } };
}

export function evidenceFinder(
  when: Expression | undefined,
  programs: readonly string[] | undefined,
  compile: ExpressionCompiler,
): FindEvidence {
  const loops = when === undefined ? [] : loopsOf(when.tree, compile);
  return (facts) => {
    for (const { list, expression } of loops) {
      const found = lists[list](facts)
        .slice(0, mostTried)
        .find(({ alone }) => holds(expression, alone));
      if (found !== undefined) return found;
    }
    const command = facts.commands.find(({ program }) => programs?.includes(program));
    return command === undefined ? undefined : commandEvidence(command);
  };
}

/** The sentence with its open places filled. */
export function reasonWith(reason: string, evidence: Evidence | undefined): string {
  return reason.replaceAll(
    /\{(program|subcommand|path|host)\}/gu,
    (_, name: string) => evidence?.named[name] ?? `a ${name}`,
  );
}

function holds(expression: Expression, facts: Facts): boolean {
  try {
    return expression.holds(new FactsVariables(facts));
  } catch {
    return false;
  }
}

/** `facts.commands.exists(…)` and the like, where they are not inside another loop or a negation. */
function loopsOf(node: ASTNode, compile: ExpressionCompiler): readonly Loop[] {
  if (node.op === "&&" || node.op === "||") return node.args.flatMap((part) => loopsOf(part, compile));
  if (node.op !== "rcall" || node.args[0] !== "exists") return [];
  const [, receiver] = node.args;
  if (receiver.op !== "." || receiver.args[0].op !== "id" || receiver.args[0].args !== "facts") return [];
  const list = (["commands", "paths", "hosts", "code"] as const).find((name) => name === receiver.args[1]);
  const compiled = list === undefined ? undefined : compile(node.input.slice(node.start, node.end));
  return list !== undefined && compiled?.ok === true ? [{ list, expression: compiled.value }] : [];
}
