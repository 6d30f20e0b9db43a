// Make: the commands in its makefile, as far as that is known, and in its variables.
import { recipes } from "../../files/build-files.ts";
import type { Definition } from "../definition.ts";
import { value, values } from "../invocation.ts";

/** `make X='$(shell …)'` */
const shellCall = /^\w+[:+?!]?=.*\$[({]shell\s+(.*)[)}]/su;
/** Nobody writes a longer variable of make by hand. */
const longestVariable = 4096;

export const make: readonly Definition[] = [
  {
    names: ["make", "gmake", "bsdmake"],
    options: [
      "-f, --makefile, --file <path>",
      "-C, --directory <path>",
      "-E, --eval <text>",
      "-I, --include-dir <path>",
      "-j, --jobs[=<text>]",
      "-l, --load-average[=<text>]",
      "-o, --old-file <path>",
      "-W, --what-if <path>",
    ],
    operands: "path",
    describe(command, record) {
      const given = value(command, "--file");
      const names = given === undefined ? ["GNUmakefile", "makefile", "Makefile"] : [given];
      const makefile = names.map((name) => record.textOf(name)).find((text) => text !== undefined) ?? "";
      for (const text of [...values(command, "--eval"), makefile].flatMap(recipes)) record.runs(text, command.program);
      for (const word of command.operands.filter(({ length }) => length <= longestVariable))
        record.runs(/^SHELL=(.*\s.*)$/su.exec(word)?.[1] ?? shellCall.exec(word)?.[1] ?? "", command.program);
    },
    examples: [
      { run: "make --eval='x:;rm old' x", options: ["--eval"], deletes: ["old"], runs: ["rm"] },
      { run: "make -j4 test", options: ["--jobs"] },
    ],
  },
];
