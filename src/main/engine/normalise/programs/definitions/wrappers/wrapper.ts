// Wrapper: the definition of a program that does little more than run the command in its arguments.
import type { Carries, Definition } from "../../definition.ts";

/** Short options with a value, by their letters. */
export function valued(letters: string, kind: "path" | "text" = "text"): readonly string[] {
  return letters.split("").map((letter) => `-${letter} <${kind}>`);
}

/** `example` is the part of a command line before the command it carries. */
export function wrapper(
  names: readonly string[],
  options: readonly string[],
  example: string,
  carries: Carries = {},
): Definition {
  const runs = carries.both === true ? { runs: ["rm"] } : {};
  return {
    names,
    options,
    stopAfter: (carries.skip ?? 0) + 1,
    carries,
    // The words of its own command line were always searched for paths when it is a command of its own.
    ...(carries.both === true ? { operands: "path" as const } : {}),
    examples: [{ run: `${example} rm old`, deletes: ["old"], ...runs }, { run: `${names[0] ?? ""} --help` }],
  };
}
