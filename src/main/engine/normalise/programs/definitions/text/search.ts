// Programs that search text: the pattern is not a file, what follows it is.
import type { Definition, Syntax } from "../../definition.ts";

const pattern = { first: "text", rest: "read", firstGivenBy: ["--regexp", "--file"] } as const;
const context = ["-A, --after-context <text>", "-B, --before-context <text>", "-C, --context <text>"];
const patterns = ["-e, --regexp <text>", "-f, --file <read>"];

const searches: Syntax = {
  options: [
    ...context,
    ...patterns,
    "-E, --encoding <text>",
    "-m, --max-count <text>",
    "-g, --glob <text>",
    "--iglob <text>",
    "-t, --type <text>",
    "-T, --type-not <text>",
    "-j, --threads <text>",
    "-M, --max-columns <text>",
    "-r, --replace <text>",
    "-d, --max-depth <text>",
    "--pre <shell>",
    "--color <text>",
    "--sort <text>",
    "--ignore-dir <text>",
  ],
  operands: pattern,
  recursive: "always",
};

export const search: readonly Definition[] = [
  {
    names: ["grep", "egrep", "fgrep", "zgrep", "zegrep", "ggrep"],
    options: [
      ...context,
      ...patterns,
      "-D, --devices <text>",
      "-d, --directories <text>",
      "-m, --max-count <text>",
      "--include <text>",
      "--exclude <text>",
      "--exclude-dir <text>",
      "--color[=<text>]",
      "-r, --recursive",
      "-R, --dereference-recursive",
      "-i, --ignore-case",
      "-v, --invert-match",
    ],
    operands: pattern,
    recursive: ["--recursive", "--dereference-recursive"],
    urls: "printed",
    examples: [
      { run: "grep -rn todo src", options: ["--recursive", "-n"], reads: ["src"] },
      { run: "grep -e todo -A3 a.txt", options: ["--regexp", "--after-context"], reads: ["a.txt"] },
      { run: "grep https://example.org a.txt", reads: ["a.txt"] },
    ],
  },
  {
    names: ["rg"],
    ...searches,
    urls: "printed",
    examples: [
      { run: "rg -t ts todo src", options: ["--type"], reads: ["src"] },
      { run: "rg todo" },
      { run: "rg --pre 'rm old' todo", options: ["--pre"], deletes: ["old"], runs: ["rm"] },
    ],
  },
  {
    names: ["ack", "ag"],
    ...searches,
    examples: [{ run: "ack todo src", reads: ["src"] }, { run: "ack --help-types" }],
  },
  {
    names: ["locate", "mlocate", "plocate", "mdfind"],
    options: ["-n, --limit <text>", "-onlyin <read>", "-d, --database <read>", "-i, --ignore-case"],
    examples: [
      { run: "locate -n 5 notes", options: ["--limit"] },
      { run: "mdfind -onlyin docs notes", options: ["-onlyin"], reads: ["docs"] },
    ],
  },
];
