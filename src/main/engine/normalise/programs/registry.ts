// Registry: finds the definition of a program by its name.
import type { Definition } from "./definition.ts";
import { definitions } from "./definitions/index.ts";
import { type CompiledSyntax, compileSyntax, type Invocation, parse } from "./parse.ts";

const byName = new Map<string, Definition>();
for (const definition of definitions) for (const name of definition.names) byName.set(name, definition);

/** Definitions never change, and most are never used: each is compiled the first time its program is met. */
const compiled = new Map<Definition, CompiledSyntax>();

export function definitionOf(program: string): Definition | undefined {
  // Versions are part of many names: python3.12, lua5.4, gcc-13, ld-linux.so.2.
  return byName.get(program) ?? byName.get(program.replace(/[-.]?\d+(?:\.\d+)*$/u, ""));
}

export function syntaxOf(program: string): CompiledSyntax | undefined {
  const definition = definitionOf(program);
  if (definition === undefined) return undefined;
  let syntax = compiled.get(definition);
  if (syntax === undefined) {
    syntax = compileSyntax(definition);
    compiled.set(definition, syntax);
  }
  return syntax;
}

/** The members of a command fact that come from its arguments. */
export function parseProgram(program: string, words: readonly string[]): Invocation {
  const { subcommand, options, operands } = parse(words, syntaxOf(program));
  return { subcommand, options, operands };
}
