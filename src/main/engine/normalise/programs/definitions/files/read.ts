// Programs that print or check the content of files.
import type { Definition } from "../../definition.ts";
import {
  decodesBase32,
  decodesBase64,
  oneLine,
  ownInput,
  reversesLetters,
  reversesLines,
  revertsHex,
} from "../../printing.ts";

export const read: readonly Definition[] = [
  {
    names:
      "nl less more most bat batcat wc md5sum sha1sum sha256sum sha512sum shasum md5 cksum b2sum strings od hexdump hd fold fmt pr expand unexpand column paste join comm look zcat bzcat xzcat zless diff3 colordiff sdiff cmp diff base58 tsort ptx lolcat pygmentize aspell xmllint csvcut exiftool identify ldd nm objdump readelf size".split(
        " ",
      ),
    operands: "read",
    examples: [
      { run: "wc -l notes.txt", reads: ["notes.txt"] },
      { run: "diff -u a.txt b.txt", reads: ["a.txt", "b.txt"] },
      { run: "sha256sum --version" },
    ],
  },
  {
    names: ["cat"],
    options: ["-s, --squeeze-blank"],
    operands: "read",
    lists: "input",
    prints: ownInput,
    examples: [
      { run: "cat -n a.txt /etc/hosts", options: ["-n"], reads: ["a.txt", "/etc/hosts"] },
      { run: "cat -" },
      { run: "ls docs | cat | xargs rm", reads: ["docs"], deletes: ["docs"], runs: ["cat", "rm"] },
    ],
  },
  {
    names: ["tac"],
    options: ["-s, --separator <text>"],
    operands: "read",
    lists: "input",
    prints: reversesLines,
    examples: [{ run: "tac -s x a.txt", options: ["--separator"], reads: ["a.txt"] }, { run: "tac" }],
  },
  {
    names: ["rev"],
    operands: "read",
    prints: reversesLetters,
    examples: [
      { run: "rev a.txt", reads: ["a.txt"] },
      { run: "echo 'dlo mr' | rev | sh", deletes: ["old"], runs: ["rev", "sh", "rm"] },
    ],
  },
  {
    names: ["head"],
    options: ["-n, --lines <text>", "-c, --bytes <text>", "-q, --quiet"],
    operands: "read",
    prints: oneLine,
    examples: [
      { run: "head -n 5 a.txt", options: ["--lines"], reads: ["a.txt"] },
      { run: "head -5 a.txt", options: ["-#"], reads: ["a.txt"] },
      { run: "head -c 10" },
    ],
  },
  {
    names: ["tail"],
    options: [
      "-n, --lines <text>",
      "-c, --bytes <text>",
      "-s, --sleep-interval <text>",
      "--pid <text>",
      "-f, --follow",
    ],
    operands: "read",
    prints: oneLine,
    examples: [
      { run: "tail -fn 5 app.log", options: ["--follow", "--lines"], reads: ["app.log"] },
      { run: "tail --pid 12 -f", options: ["--pid", "--follow"] },
    ],
  },
  {
    names: ["base64", "gbase64", "basenc"],
    options: [
      "-d, -D, --decode",
      "-w, --wrap <text>",
      "-i, --input <read>",
      "-o, --output <write>",
      "--ignore-garbage",
    ],
    operands: "read",
    prints: decodesBase64,
    examples: [
      { run: "base64 -w0 key.bin", options: ["--wrap"], reads: ["key.bin"] },
      { run: "base64 -i a.bin -o b.txt", reads: ["a.bin"], writes: ["b.txt"] },
      { run: "base64 --decode", options: ["--decode"] },
    ],
  },
  {
    names: ["b64decode"],
    operands: "read",
    prints: (_invocation, input) =>
      decodesBase64({ subcommand: "", options: [{ name: "--decode" }], operands: [] }, input),
    examples: [
      { run: "b64decode a.txt", reads: ["a.txt"] },
      { run: "echo cm0gb2xk | b64decode | sh", deletes: ["old"], runs: ["b64decode", "sh", "rm"] },
    ],
  },
  {
    names: ["base32"],
    options: ["-d, -D, --decode", "-w, --wrap <text>", "-i, --ignore-garbage"],
    operands: "read",
    prints: decodesBase32,
    examples: [{ run: "base32 -w0 a.bin", options: ["--wrap"], reads: ["a.bin"] }, { run: "base32 -d" }],
  },
  {
    names: ["xxd"],
    options: ["-r, -revert", "-p, -ps", "-c <text>", "-g <text>", "-l <text>", "-o <text>", "-s <text>"],
    operands: { first: "read", rest: "write" },
    prints: revertsHex,
    examples: [
      { run: "xxd -l 16 a.bin", reads: ["a.bin"] },
      { run: "xxd -r dump.txt a.bin", options: ["-revert"], reads: ["dump.txt"], writes: ["a.bin"] },
    ],
  },
  {
    names: ["iconv"],
    options: ["-f, --from-code <text>", "-t, --to-code <text>", "-o, --output <write>"],
    operands: "read",
    examples: [
      { run: "iconv -f latin1 -t utf8 -o out.txt in.txt", reads: ["in.txt"], writes: ["out.txt"] },
      { run: "iconv --list" },
    ],
  },
];
