// Compilers: those that take a program on standard input. Where its text is known it is looked at like any other code.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { note } from "../../inspection.ts";
import type { Frame, Inspection } from "../../inspection.ts";
import { ownInput } from "../../shell/shells.ts";
import type { Compiles } from "../definition.ts";
import { has } from "../invocation.ts";
import { syntaxOf } from "../registry.ts";

/** Options by which it shows code or checks it, and makes nothing that could be run. */
const onlyLooks = ["-E", "-M", "-MM", "-fsyntax-only", "-dM", "-S", "-v", "--version", "-###", "-c"];

const go: Compiles = { language: "go", runsWith: /^run$/ };

function compilerOf({ program }: CommandFact): Compiles | undefined {
  return program === "go" ? go : syntaxOf(program)?.syntax.compiles;
}

export type CompiledInput = "written" | "run";

/** Whether a compiler makes a program of its standard input, or runs it at once. */
export function compilesInput(command: CommandFact): CompiledInput | undefined {
  const compiler = compilerOf(command);
  if (compiler === undefined || !command.operands.some((word) => ownInput.test(word))) return undefined;
  const words = [command.subcommand, ...command.operands, ...command.options.map(({ name }) => name)];
  if (compiler.runsWith !== undefined && words.some((word) => compiler.runsWith?.test(word) === true)) return "run";
  return has(command, ...onlyLooks) ? undefined : "written";
}

export function inspectCompiled(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  if (compilesInput(fact) === undefined) return;
  if (frame.input !== undefined) inspection.run.code(compilerOf(fact)?.language ?? "c", frame.input, index, frame);
  else if (frame.piped) note(inspection, fact.text, "dynamic");
}
