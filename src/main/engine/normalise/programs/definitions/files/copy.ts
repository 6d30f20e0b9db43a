// Programs that copy, move and link files.
import type { Definition, Syntax } from "../../definition.ts";
import { has } from "../../invocation.ts";

const copies = {
  options: [
    "-t, --target-directory <write>",
    "-T, --no-target-directory",
    "-S, --suffix <text>",
    "-r, -R, --recursive",
    "-a, --archive",
    "-f, --force",
    "-n, --no-clobber",
    "-s, --symbolic",
  ],
  operands: { rest: "read", last: "write", lastGivenBy: ["--target-directory"] },
  recursive: ["--recursive", "--archive"],
} as const satisfies Syntax;

export const copy: readonly Definition[] = [
  {
    names: ["cp", "gcp", "ln", "link"],
    ...copies,
    examples: [
      { run: "cp a.txt b.txt docs", reads: ["a.txt", "b.txt"], writes: ["docs"] },
      { run: "cp --target=docs a.txt", options: ["--target-directory"], reads: ["a.txt"], writes: ["docs"] },
      { run: "ln -s a.txt b.txt", options: ["--symbolic"], reads: ["a.txt"], writes: ["b.txt"] },
      { run: "cp a.txt", reads: ["a.txt"] },
    ],
  },
  {
    names: ["mv"],
    options: copies.options,
    recursive: "always",
    // What is moved is gone from where it was.
    describe(command, record) {
      const { operands } = command;
      const ownTarget = operands.length > 1 && !has(command, "--target-directory");
      operands.forEach((operand, at) => {
        record.writes(operand, true);
        if (!ownTarget || at < operands.length - 1) record.reads(operand, true);
      });
    },
    examples: [
      { run: "mv a.txt docs", reads: ["a.txt"], writes: ["a.txt", "docs"] },
      { run: "mv -t docs a.txt", reads: ["a.txt"], writes: ["a.txt", "docs"] },
      { run: "mv --help" },
    ],
  },
  {
    names: ["install", "ginstall"],
    ...copies,
    options: [
      ...copies.options,
      "-m, --mode <text>",
      "-o, --owner <text>",
      "-g, --group <text>",
      "-d, --directory",
      "-D",
    ],
    operands: { ...copies.operands, writesWith: ["--directory"] },
    examples: [
      { run: "install -m 755 tool bin/tool", options: ["--mode"], reads: ["tool"], writes: ["bin/tool"] },
      { run: "install -d out", options: ["--directory"], reads: ["out"], writes: ["out"] },
    ],
  },
  {
    names: ["ditto"],
    options: ["-x", "-c", "-k", "-z", "-V", "--arch <text>", "--bom <read>"],
    operands: { rest: "read", last: "write" },
    describe(command, record) {
      const target = command.operands.at(-1);
      if (has(command, "-x") && target !== undefined) record.arrives(target, "archive");
    },
    examples: [
      { run: "ditto -xk a.zip out", options: ["-x", "-k"], reads: ["a.zip"], writes: ["out"] },
      { run: "ditto --help" },
    ],
  },
  {
    names: ["dd", "dcfldd", "dc3dd"],
    style: "words",
    describe({ operands }, record) {
      for (const word of operands) {
        if (word.startsWith("if=")) record.reads(word.slice(3));
        else if (word.startsWith("of=")) record.writes(word.slice(3));
      }
    },
    examples: [{ run: "dd if=a.img of=b.img bs=1M", reads: ["a.img"], writes: ["b.img"] }, { run: "dd bs=1M count=1" }],
  },
];
