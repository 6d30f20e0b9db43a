// Program files: the file that runtimes without a definition, and the loader of ELF programs, are given to run.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";

const runtimes: Readonly<Record<string, { readonly verb?: string; readonly file: RegExp }>> = {
  go: { verb: "run", file: /\.go$/ },
  uv: { verb: "run", file: /\.py$/ },
  dotnet: { file: /\.dll$/i },
};

export function programFile({ program, operands, subcommand }: CommandFact): string | undefined {
  // ld-linux-x86-64.so.2, ld-2.31.so, ld-musl-aarch64.so.1 …
  if (program.startsWith("ld-") && program.includes(".so")) return operands[0];
  const runtime = Object.hasOwn(runtimes, program) ? runtimes[program] : undefined;
  if (runtime === undefined) return undefined;
  const words = subcommand === "" ? operands : [...subcommand.split(" "), ...operands];
  const start = runtime.verb === undefined ? 0 : words.indexOf(runtime.verb) + 1;
  return runtime.verb !== undefined && start === 0
    ? undefined
    : words.slice(start).find((word) => runtime.file.test(word));
}
