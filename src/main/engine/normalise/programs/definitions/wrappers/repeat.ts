// Xargs, parallel and other programs that run a command for many inputs, or several commands.
import { quote } from "../../../calls/arguments.ts";
import type { Carried, Unwrapped } from "../../carry.ts";
import type { Definition, Feed } from "../../definition.ts";
import { has, value } from "../../invocation.ts";
import type { Parsed } from "../../parse.ts";

/** Longer input is not taken apart. */
const longestInput = 4096;
const mostItems = 64;
const isShell = /^(?:.*\/)?(?:ba|z|da|k|a)?sh$/u;

function xargs(parsed: Parsed, { input, listed }: Feed): Unwrapped {
  const inner = parsed.operands.length === 0 ? ["echo"] : parsed.operands;
  const place = value(parsed, "-I", "-J", "--replace") ?? (has(parsed, "--replace") ? "{}" : undefined);
  // With a place to put it, an item is a whole line.
  const separator = place !== undefined || has(parsed, "--null", "--delimiter", "--max-lines") ? /[\0\n]/u : /\s+/u;
  const items = input === undefined || input.length > longestInput ? [] : input.split(separator);
  const known = items.filter((item) => item.trim() !== "").slice(0, mostItems);
  // The file it reads is a fact too.
  const both = has(parsed, "--arg-file");
  const label = "xargs";
  // A shell without `-c` would take the names as scripts: nobody knows what those do.
  const runsNames = isShell.test(inner[0] ?? "") && !inner.includes("-c");
  if (known.length === 0 && listed !== undefined && !runsNames) {
    const words = place === undefined ? [...inner, "{}"] : inner.map((word) => word.replaceAll(place, "{}"));
    return { carried: [{ label, words, foundIn: listed }], both };
  }
  return { carried: [{ label, words: filled(inner, place, known) }], both };
}

function filled(inner: readonly string[], place: string | undefined, known: readonly string[]): readonly string[] {
  if (known.length === 0) return inner;
  if (place === undefined) return [...inner, ...known];
  return inner.flatMap((word) => (word === place ? known : [word.replaceAll(place, known[0] ?? "")]));
}

function parallel(parsed: Parsed, { input, listed }: Feed): Unwrapped | undefined {
  const { operands } = parsed;
  const both = has(parsed, "--arg-file");
  const end = operands.findIndex((word) => /^:::[:+]?\+?$/u.test(word));
  const text = (end < 0 ? operands : operands.slice(0, end)).join(" ");
  const lines =
    input === undefined || input.length > longestInput ? [] : input.split("\n").filter((line) => line.trim() !== "");
  const given = end < 0 ? lines.slice(0, mostItems) : operands.slice(end + 1).filter((word) => !word.startsWith(":::"));
  const label = "parallel";
  const one = (carried: Omit<Carried, "label">): Unwrapped => ({ carried: [{ label, ...carried }], both });
  // Without a command the values are the commands.
  if (text === "") return given.length === 0 ? undefined : { carried: given.map((shell) => ({ label, shell })), both };
  if (given.length === 0)
    return listed === undefined
      ? one({ shell: text })
      : one({ shell: /\{[/.]*\}/u.test(text) ? text : `${text} {}`, foundIn: listed });
  const quoted = given.map(quote).join(" ");
  return one({ shell: text.includes("{}") ? text.replaceAll("{}", () => quoted) : `${text} ${quoted}` });
}

export const repeat: readonly Definition[] = [
  {
    names: ["xargs", "gxargs"],
    options: [
      "-0, --null",
      "-a, --arg-file <read>",
      "-d, --delimiter <text>",
      "-E <text>",
      "-e, --eof[=<text>]",
      "-I <text>",
      "-J <text>",
      "-i, --replace[=<text>]",
      "-L, --max-lines <text>",
      "-l[=<text>]",
      "-n, --max-args <text>",
      "-P, --max-procs <text>",
      "-s, --max-chars <text>",
      "--process-slot-var <text>",
      "-r, --no-run-if-empty",
      "-t, --verbose",
      "-p, --interactive",
    ],
    stopAfter: 1,
    carries: xargs,
    examples: [
      { run: "xargs -0 rm -f old", deletes: ["old"] },
      { run: "printf 'a b' | xargs -n1 rm", deletes: ["a", "b"], runs: ["rm"] },
      { run: "xargs -a list.txt -I% echo rm %", options: ["--arg-file", "-I"], reads: ["list.txt"], runs: ["echo"] },
    ],
  },
  {
    names: ["parallel"],
    options: [
      "-j, -P, --jobs <text>",
      "-a, --arg-file <read>",
      "-I <text>",
      "-N, -n, --max-args <text>",
      "-S, --sshlogin <text>",
      "-X",
      "-L <text>",
      "-s <text>",
      "-C, --colsep <text>",
      "--joblog <text>",
      "--delay <text>",
      "--timeout <text>",
      "--results <text>",
      "--tmpdir <text>",
    ],
    stopAfter: 1,
    carries: parallel,
    examples: [{ run: "parallel -j4 rm ::: a b", deletes: ["a", "b"] }, { run: "parallel 'echo rm {}' ::: a b" }],
  },
  {
    names: ["hyperfine", "concurrently"],
    options: [
      "-w, --warmup <text>",
      "-m, --min-runs <text>",
      "-M, --max-runs <text>",
      "-r, --runs <text>",
      "-S, --shell <text>",
      "-n, --names <text>",
      "-p, --prefix <text>",
      "-c, --prefix-colors <text>",
      "-s, --success <text>",
      "--export-json <write>",
    ],
    operands: "path",
    carries: ({ operands }, { program: label }) =>
      operands.length === 0 ? undefined : { carried: operands.map((shell) => ({ label, shell })), both: true },
    examples: [
      { run: "hyperfine -w 3 'rm old' 'ls src'", reads: ["src"], deletes: ["old"], runs: ["rm", "ls"] },
      { run: "hyperfine --version" },
    ],
  },
];
