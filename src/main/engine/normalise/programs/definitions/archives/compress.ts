// Programs that compress single files.
import type { Definition } from "../../definition.ts";
import { has, value } from "../../invocation.ts";

const ending = /^(.+)\.(?:gz|bz2|xz|zst|lzma|lz4|Z|z)$/u;

export const compress: readonly Definition[] = [
  {
    names: "gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lzma unlzma lz4 pigz uncompress".split(" "),
    options: [
      "-c, --to-stdout, --stdout",
      "-d, --uncompress, --decompress",
      "-k, --keep",
      "-l, --list",
      "-t, --test",
      "-S, --suffix <text>",
      "-o <text>",
      "-f, --force",
      "-r, --recursive",
    ],
    // The file is replaced by one with another name.
    describe(command, record) {
      const output = value(command, "-o");
      if (output !== undefined) record.writes(output);
      const shows = has(command, "--stdout", "--list", "--test");
      for (const operand of command.operands) {
        record.reads(operand);
        if (shows || output !== undefined) continue;
        record.writes(operand);
        const plain = ending.exec(operand)?.[1];
        if (plain !== undefined) record.writes(plain);
      }
    },
    examples: [
      { run: "gunzip a.txt.gz", reads: ["a.txt.gz"], writes: ["a.txt.gz", "a.txt"] },
      { run: "gzip -dc a.txt.gz", options: ["--decompress", "--stdout"], reads: ["a.txt.gz"] },
      { run: "zstd -o a.zst a.txt", options: ["-o"], reads: ["a.txt"], writes: ["a.zst"] },
    ],
  },
];
