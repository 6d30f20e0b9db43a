// Editors, many of which run commands of their own language.
import type { Definition, Syntax } from "../../definition.ts";

const vi: Syntax = {
  options: ["-c <text>", "--cmd <text>", ...Array.from("SuUiT", (letter) => `-${letter} <text>`)],
  operands: "write",
  interprets: { language: "vim", options: ["-c", "--cmd"] },
};

export const editors: readonly Definition[] = [
  {
    names: ["vi", "vim", "nvim", "ex", "rvim", "gvim"],
    ...vi,
    examples: [
      { run: "vim -c ':!rm old' a.txt", options: ["-c"], writes: ["a.txt"], deletes: ["old"], runs: ["rm"] },
      { run: "vim a.txt", writes: ["a.txt"] },
    ],
  },
  {
    names: ["view", "vimdiff"],
    ...vi,
    operands: "read",
    examples: [{ run: "view a.txt", reads: ["a.txt"] }, { run: "view --version" }],
  },
  {
    names: ["ed", "red"],
    options: ["-p <text>", "-s"],
    operands: "write",
    interprets: { language: "vim", input: true },
    examples: [{ run: "ed -s a.txt", options: ["-s"], writes: ["a.txt"] }, { run: "ed --version" }],
  },
  {
    names: ["emacs", "emacsclient"],
    options: ["-eval, --eval <text>", "--execute <text>", "-l, --load <path>"],
    operands: "write",
    interprets: { language: "lisp", options: ["--eval", "--execute"] },
    examples: [
      { run: "emacs --batch --eval '(kill-emacs)'", options: ["--batch", "--eval"] },
      { run: "emacs a.txt", writes: ["a.txt"] },
    ],
  },
  {
    names: "nano pico micro kate gedit joe mcedit hx code subl".split(" "),
    operands: "write",
    examples: [{ run: "nano a.txt", writes: ["a.txt"] }, { run: "nano --version" }],
  },
];
