// Programs that make, edit or cut files.
import { readPatch } from "../../../files/patch.ts";
import type { Definition } from "../../definition.ts";

export const write: readonly Definition[] = [
  {
    names: ["tee", "sponge"],
    options: ["-a, --append", "-i, --ignore-interrupts"],
    operands: "write",
    lists: "input",
    prints: "input",
    examples: [{ run: "tee -a out.log", options: ["--append"], writes: ["out.log"] }, { run: "tee" }],
  },
  {
    names: ["touch"],
    prints: "nothing",
    options: ["-d, --date <text>", "-t <text>", "-r, --reference <text>", "-c, --no-create", "-a", "-m"],
    operands: "write",
    examples: [{ run: "touch -d yesterday a.txt", options: ["--date"], writes: ["a.txt"] }, { run: "touch --help" }],
  },
  {
    names: ["mkdir", "mkfifo", "mknod"],
    prints: "nothing",
    options: ["-m, --mode <text>", "-Z, --context[=<text>]", "-p, --parents"],
    operands: "write",
    examples: [{ run: "mkdir -p -m 700 out", options: ["--parents", "--mode"], writes: ["out"] }, { run: "mkdir" }],
  },
  {
    names: ["mktemp"],
    prints: ({ options, operands }) =>
      operands.length === 0 && options.every(({ name }) => name === "--directory" || name === "--quiet")
        ? { text: "$TMPDIR/mktemp" }
        : undefined,
    options: ["-p, --tmpdir <text>", "-d, --directory", "-q, --quiet", "-t <text>", "--suffix <text>"],
    examples: [
      { run: "mktemp -d", options: ["--directory"] },
      { run: "mktemp -p out", options: ["--tmpdir"] },
    ],
  },
  {
    names: ["truncate"],
    options: ["-s, --size <text>", "-r, --reference <text>", "-c, --no-create", "-o, --io-blocks"],
    operands: "write",
    examples: [{ run: "truncate -s 0 app.log", options: ["--size"], writes: ["app.log"] }, { run: "truncate" }],
  },
  {
    names: ["fallocate"],
    options: ["-l, --length <text>", "-o, --offset <text>"],
    operands: "write",
    examples: [{ run: "fallocate -l 1G a.img", writes: ["a.img"] }, { run: "fallocate --help" }],
  },
  {
    names: ["split", "gsplit"],
    options: [
      "-a, --suffix-length <text>",
      "-b, --bytes <text>",
      "-C, --line-bytes <text>",
      "-l, --lines <text>",
      "-n, --number <text>",
      "--filter <shell>",
      "--additional-suffix <text>",
    ],
    operands: "read",
    examples: [
      { run: "split -b 1M big.bin part_", reads: ["big.bin", "part_"] },
      { run: "split --filter='rm old' big.bin", reads: ["big.bin"], deletes: ["old"], runs: ["rm"] },
    ],
  },
  {
    names: ["csplit"],
    options: [
      "-b, --suffix-format <text>",
      "-f, --prefix <text>",
      "-n, --digits <text>",
      "-k, --keep-files",
      "-z, --elide-empty-files",
    ],
    operands: { first: "read" },
    examples: [{ run: "csplit -f part notes.txt 10", options: ["--prefix"], reads: ["notes.txt"] }, { run: "csplit" }],
  },
  {
    names: ["patch"],
    options: [
      "-p, --strip <text>",
      "-i, --input <read>",
      "-o, --output <write>",
      "-d, --directory <text>",
      "-D, --ifdef <text>",
      "-B, --prefix <text>",
      "-Y, --basename-prefix <text>",
      "-z, --suffix <text>",
      "-F, --fuzz <text>",
      "-r, --reject-file <text>",
      "-V, --version-control <text>",
      "--dry-run",
      "-R, --reverse",
    ],
    operands: "write",
    effects: ["write"],
    examples: [
      { run: "patch -p1 -i fix.patch", options: ["--strip", "--input"], reads: ["fix.patch"] },
      { run: "patch a.c fix.patch", writes: ["a.c", "fix.patch"] },
    ],
  },
  {
    names: ["apply_patch", "applypatch"],
    style: "words",
    describe({ operands }, record) {
      for (const { path, access } of readPatch(operands[0] ?? record.input ?? "").files) record.access(path, access);
    },
    examples: [
      {
        run: "apply_patch '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch'",
        writes: ["a.ts"],
      },
      { run: "apply_patch nothing" },
    ],
  },
  {
    names: ["compress"],
    operands: "write",
    examples: [{ run: "compress a.txt", writes: ["a.txt"] }, { run: "compress -V" }],
  },
];
