// Sed: edits files, and its script can write to others and run commands.
import type { Definition } from "../../definition.ts";
import { has, values } from "../../invocation.ts";
import { sed as printsText } from "../../printing.ts";
import type { Recorder } from "../../recorder.ts";

/** Nobody writes a longer script by hand. */
const longestScript = 4096;
const executes = /(?:^|[;\n{}]|\d|\$|\/)[ \t]*e[ \t]+(\S[^\n]*)/u;
/** `w file` as a command, and at the end of a substitution. */
const writes = /(?:^|[;\n{}]|\d|\$|\/)[ \t]*w[ \t]+([^\s;}]+)/u;
/** `s/a/b/e` runs the result. */
const runsResult = /s([/|#,:@!])(?:\\.|(?!\1)[^\n\\])*\1((?:\\.|(?!\1)[^\n\\])*)\1[gpiImM\d]*e/u;

const replaced = /s([/|#,:@!])(?:\\.|(?!\1)[^\n\\])*\1((?:\\.|(?!\1)[^\n\\])*)\1/gu;
const inserted = /(?:^|[;\n{}\d$/])[ \t]*[aic]\\?[ \t\n]+(\S[^\n]*)/gu;

/** What a script puts into the files it changes. */
function newText(script: string): string {
  const given = script.slice(0, longestScript);
  return [
    ...[...given.matchAll(replaced)].map((match) => match[2] ?? ""),
    ...[...given.matchAll(inserted)].map((match) => match[1] ?? ""),
  ]
    .map((text) => text.replaceAll("\\n", "\n").replaceAll(/\\([^\d&])/gu, "$1"))
    .filter((text) => text.trim() !== "")
    .join("\n");
}

function describeScript(given: string, record: Recorder): void {
  const script = given.slice(0, longestScript);
  const file = writes.exec(script)?.[1];
  if (file !== undefined) record.writes(file);
  const command = executes.exec(script)?.[1] ?? runsResult.exec(script)?.[2]?.replaceAll(/\\(.)/gu, "$1");
  if (command !== undefined) record.runs(command, "sed");
}

export const sed: readonly Definition[] = [
  {
    names: ["sed", "gsed"],
    options: [
      "-e, --expression <text>",
      "-f, --file <read>",
      "-l, --line-length <text>",
      "-i, --in-place[=<text>]",
      "-n, --quiet",
      "-E, -r, --regexp-extended",
    ],
    operands: { first: "text", rest: "read", firstGivenBy: ["--expression", "--file"], writesWith: ["--in-place"] },
    urls: "printed",
    prints: printsText,
    describe(command, record) {
      const given = has(command, "--expression", "--file");
      const [first = "", ...rest] = command.operands.filter((word) => word !== "");
      const scripts = given ? values(command, "--expression") : [first];
      for (const script of scripts) describeScript(script, record);
      if (!has(command, "--in-place")) return;
      const text = scripts.map(newText).join("\n");
      for (const file of (given ? [first, ...rest] : rest).slice(0, 20)) record.writesText(file, text);
    },
    examples: [
      { run: "sed -n 1,5p a.txt", options: ["--quiet"], reads: ["a.txt"] },
      { run: "sed -i.bak s/a/b/ a.txt", options: ["--in-place"], reads: ["a.txt"], writes: ["a.txt"] },
      { run: "sed -i '' /x/d a.txt", options: ["--in-place"], reads: ["a.txt"], writes: ["a.txt"] },
      { run: "sed -e '1e rm old' a.txt", reads: ["a.txt"], deletes: ["old"], runs: ["rm"] },
      { run: "sed 's/done rm/we rm/' a.txt", reads: ["a.txt"] },
      { run: "sed 's/a/b/;w out.txt' a.txt", reads: ["a.txt"], writes: ["out.txt"] },
    ],
  },
];
