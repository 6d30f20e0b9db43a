// Program files: the file a runtime runs for those that take it as an argument, as `java -jar` and `deno run` do.
type Runs = (words: readonly string[]) => string | undefined;

const operand = (words: readonly string[]): string | undefined => words.find((word) => !word.startsWith("-"));
/** The first word behind a verb that is a file of this kind. */
const behind =
  (verb: string, file: RegExp): Runs =>
  (words) => {
    const at = words.indexOf(verb);
    return at < 0 ? undefined : words.slice(at + 1).find((word) => !word.startsWith("-") && file.test(word));
  };

const runtimes: ReadonlyMap<string, Runs> = new Map(
  Object.entries({
    java: (words) => {
      const at = words.indexOf("-jar");
      return at >= 0 ? words[at + 1] : words.find((word) => /^[^-].*\.java$/.test(word));
    },
    deno: behind("run", /^(?![a-z]+:\/\/|npm:|jsr:).*\.[cm]?[jt]sx?$/),
    go: behind("run", /\.go$/),
    uv: behind("run", /\.py$/),
    dotnet: (words) => words.find((word) => /^[^-].*\.dll$/i.test(word)),
    mono: operand,
    wine: operand,
    wine64: operand,
  }),
);

export function programFile(program: string, words: readonly string[]): string | undefined {
  const runs = runtimes.get(program);
  if (runs !== undefined) return runs(words);
  return program.startsWith("ld-") && program.includes(".so") ? operand(words) : undefined;
}
