// Zip, 7-Zip and rar.
import type { Definition, Describe, Syntax } from "../../definition.ts";
import { has, value } from "../../invocation.ts";

const packs: Describe = ({ operands }, record) =>
  operands.forEach((operand, at) => record.access(operand, at === 0 ? "write" : "read", at > 0));

const reads: Describe = ({ operands }, record) => operands.forEach((operand, at) => record.reads(operand, at > 0));

const unpacks = (folderOf: (command: Parameters<Describe>[0]) => string | undefined): Syntax => ({
  describe(command, record) {
    reads(command, record);
    const folder = folderOf(command) ?? ".";
    record.writes(folder, folder !== ".");
    record.arrives(folder, "archive");
  },
});

const archiver = (
  folderOf: (command: Parameters<Describe>[0]) => string | undefined,
): Readonly<Record<string, Syntax>> => ({
  a: { describe: packs },
  u: { describe: packs },
  "x|e": unpacks(folderOf),
  "l|t|v|d|b|h|i|p|lb|lt|vb|vt": { describe: reads },
});

export const zip: readonly Definition[] = [
  {
    names: ["zip"],
    options: [
      "-r, --recurse-paths",
      "-b, --temp-path <text>",
      "-n, --suffixes <text>",
      "-P, --password <text>",
      "-e, --encrypt",
      "-s, --split-size <text>",
      "-t, --from-date <text>",
      "-x, --exclude <text>",
      "-i, --include <text>",
      "-T, --test",
      "-TT, --unzip-command <shell>",
      "-m, --move",
    ],
    describe: packs,
    examples: [
      { run: "zip -r out.zip src", options: ["--recurse-paths"], reads: ["src"], writes: ["out.zip"] },
      { run: "zip out.zip a -T -TT 'rm old'", reads: ["a"], writes: ["out.zip"], deletes: ["old"], runs: ["rm"] },
      { run: "zip --help" },
    ],
  },
  {
    names: ["unzip"],
    options: ["-d <text>", "-P <text>", "-x <text>", "-l", "-t", "-p", "-Z", "-v", "-o", "-q"],
    describe(command, record) {
      const archive = command.operands[0];
      if (archive !== undefined) record.reads(archive);
      if (has(command, "-l", "-t", "-p", "-Z")) return;
      const folder = value(command, "-d") ?? ".";
      record.writes(folder);
      if (!has(command, "-v")) record.arrives(folder, "archive");
    },
    examples: [
      { run: "unzip -q a.zip -d out", options: ["-q", "-d"], reads: ["a.zip"], writes: ["out"] },
      { run: "unzip -l a.zip", options: ["-l"], reads: ["a.zip"] },
    ],
  },
  {
    names: ["7z", "7za", "7zr", "7zz"],
    options: ["-o[=<text>]", "-p[=<text>]", "-m[=<text>]", "-t[=<text>]", "-x[=<text>]", "-i[=<text>]", "-y"],
    subcommands: archiver((command) => value(command, "-o")),
    examples: [
      { run: "7z x a.7z -oout", subcommand: "x", options: ["-o"], reads: ["a.7z"], writes: ["out"] },
      { run: "7z a -psecret a.7z src", subcommand: "a", options: ["-p"], reads: ["src"], writes: ["a.7z"] },
      { run: "7z l a.7z", subcommand: "l", reads: ["a.7z"] },
    ],
  },
  {
    names: ["rar", "unrar"],
    options: ["-h", "-p[=<text>]", "-r", "-y", "-o+", "-inul"],
    subcommands: archiver(({ operands }) => operands.slice(1).find((word) => word.endsWith("/"))),
    examples: [
      { run: "unrar x a.rar out/", subcommand: "x", reads: ["a.rar", "out/"], writes: ["out/"] },
      { run: "rar a -hpsecret a.rar src", subcommand: "a", options: ["-h", "-p"], reads: ["src"], writes: ["a.rar"] },
    ],
  },
];
