// Programs that show names, sizes and modes of files, and never their content.
import type { Definition } from "../../definition.ts";

export const list: readonly Definition[] = [
  {
    names: ["file", "stat", "readlink", "realpath", "basename", "dirname"],
    operands: "metadata",
    examples: [{ run: "stat notes.txt", reads: ["notes.txt"] }, { run: "file --version" }],
  },
  {
    names: ["ls"],
    options: ["-R, --recursive", "-I, --ignore <text>", "-w, --width <text>", "-T, --tabsize <text>"],
    operands: "metadata",
    recursive: ["--recursive"],
    lists: "operands",
    examples: [
      { run: "ls -la src", options: ["-l", "-a"], reads: ["src"] },
      { run: "ls -I '*.o'", options: ["--ignore"] },
      { run: "ls ../old | xargs rm", reads: ["../old"], deletes: ["../old"], runs: ["rm"] },
    ],
  },
  {
    names: ["dir", "exa", "eza"],
    options: ["-L, --level <text>", "-I, --ignore-glob <text>", "-T, --tree"],
    operands: "metadata",
    recursive: "always",
    lists: "operands",
    examples: [{ run: "eza -L 2 src", options: ["--level"], reads: ["src"] }, { run: "eza --tree" }],
  },
  {
    names: ["vdir", "tree", "lsd"],
    options: ["-L <text>", "-I <text>", "-P <text>", "-o <write>"],
    operands: "metadata",
    recursive: "always",
    examples: [{ run: "tree -L 2 src", reads: ["src"] }, { run: "tree -I node_modules" }],
  },
  {
    names: ["du"],
    options: ["-d, --max-depth <text>", "-t, --threshold <text>", "-B, --block-size <text>", "-s, --summarize"],
    operands: "metadata",
    recursive: "always",
    examples: [{ run: "du -sh build", reads: ["build"] }, { run: "du -d 1" }],
  },
  {
    names: ["df", "lsblk", "lsusb", "lspci", "lscpu", "nproc"],
    examples: [{ run: "df -h" }, { run: "df https://example.org/", hosts: ["example.org"], effects: ["network"] }],
  },
];
