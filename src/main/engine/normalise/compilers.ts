// Compilers: those that take a program on standard input. Where its text is known it is looked at like any other code.
import type { CommandFact } from "../../../shared/facts.ts";
import { note } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { ownInput } from "./shells.ts";

interface Compiler {
  readonly language: string;
  /** The words by which it runs the program at once; without them it only writes one. */
  readonly runs?: RegExp;
}

const native: Compiler = { language: "c" };
const table: ReadonlyMap<string, Compiler> = new Map<string, Compiler>(
  Object.entries({
    gcc: native,
    "g++": native,
    cc: native,
    "c++": native,
    clang: native,
    "clang++": native,
    tcc: { language: "c", runs: /^-run$/ },
    rustc: { language: "rust" },
    go: { language: "go", runs: /^run$/ },
    zig: { language: "zig", runs: /^run$/ },
    nim: { language: "nim", runs: /^(?:r|-r|--run)$/ },
    crystal: { language: "crystal", runs: /^run$/ },
    swift: { language: "swift", runs: /^-$/ },
    dmd: { language: "d", runs: /^-run$/ },
    java: { language: "java", runs: /^\/dev\// },
    deno: { language: "javascript", runs: /^run$/ },
  }),
);

/** Reads code to show it or to check it, and makes nothing that could be run. */
const onlyLooks = /^(?:-E|-M{1,2}|-fsyntax-only|-dM|-S|-v|--version|-###|-c)$/;

export type CompiledInput = "written" | "run";

/** Whether a compiler makes a program of its standard input, or runs it at once. */
export function compilesInput({ program, arguments: words }: CommandFact): CompiledInput | undefined {
  const compiler = table.get(program);
  if (compiler === undefined || !words.some((word) => word === "-" || ownInput.test(word))) return undefined;
  if (compiler.runs !== undefined && words.some((word) => compiler.runs?.test(word) === true)) return "run";
  return words.some((word) => onlyLooks.test(word)) ? undefined : "written";
}

export function inspectCompiled(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  if (compilesInput(fact) === undefined) return;
  if (frame.input !== undefined)
    inspection.run.code(table.get(fact.program)?.language ?? "c", frame.input, index, frame);
  else if (frame.piped) note(inspection, fact.text, "dynamic");
}
