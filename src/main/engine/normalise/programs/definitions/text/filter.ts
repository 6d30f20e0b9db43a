// Filters: programs that sort, cut and rewrite lines.
import type { Definition } from "../../definition.ts";
import { oneLine, tr } from "../../printing.ts";

export const filter: readonly Definition[] = [
  {
    names: ["sort", "gsort"],
    options: [
      "-k, --key <text>",
      "-o, --output <write>",
      "-t, --field-separator <text>",
      "-T, --temporary-directory <text>",
      "-S, --buffer-size <text>",
      "--compress-program <shell>",
      "-u, --unique",
    ],
    operands: "read",
    lists: "input",
    prints: oneLine,
    examples: [
      { run: "sort -u -o out.txt in.txt", options: ["--unique", "--output"], reads: ["in.txt"], writes: ["out.txt"] },
      { run: "sort -k 2" },
      { run: "sort --compress-program='rm old' in.txt", reads: ["in.txt"], deletes: ["old"], runs: ["rm"] },
    ],
  },
  {
    names: ["uniq"],
    options: ["-f, --skip-fields <text>", "-s, --skip-chars <text>", "-w, --check-chars <text>", "-c, --count"],
    operands: { first: "read", rest: "write" },
    lists: "input",
    prints: oneLine,
    examples: [{ run: "uniq -c in.txt out.txt", reads: ["in.txt"], writes: ["out.txt"] }, { run: "uniq -w 3" }],
  },
  {
    names: ["cut"],
    options: [
      "-b, --bytes <text>",
      "-c, --characters <text>",
      "-d, --delimiter <text>",
      "-f, --fields <text>",
      "-s, --only-delimited",
    ],
    operands: "read",
    urls: "printed",
    examples: [
      { run: "cut -d: -f1 list.txt", options: ["--delimiter", "--fields"], reads: ["list.txt"] },
      { run: "cut" },
    ],
  },
  {
    names: ["tr"],
    options: ["-c, -C, --complement", "-d, --delete", "-s, --squeeze-repeats", "-t, --truncate-set1"],
    urls: "printed",
    lists: "input",
    prints: tr,
    examples: [
      { run: "tr -d a", options: ["--delete"] },
      { run: "tr https://example.org x | cat", hosts: ["example.org"], effects: ["network"], runs: ["cat"] },
    ],
  },
  {
    names: ["jq"],
    options: [
      "-f, --from-file <text>",
      "-L <text>",
      "--indent <text>",
      "--arg <text> <text>",
      "--argjson <text> <text>",
      "--slurpfile <text> <read>",
      "--rawfile <text> <read>",
      "-n, --null-input",
      "-r, --raw-output",
    ],
    operands: { first: "text", rest: "read", firstGivenBy: ["--from-file"] },
    urls: "printed",
    examples: [
      { run: "jq --arg a b -r .a data.json", options: ["--arg", "--raw-output"], reads: ["data.json"] },
      { run: "jq --slurpfile a other.json .a", reads: ["other.json"] },
      { run: "jq ." },
    ],
  },
  {
    names: ["yq"],
    options: ["-i, --inplace", "-y, --yaml-output", "-p, --input-format <text>", "-o, --output-format <text>"],
    operands: { first: "text", rest: "read", writesWith: ["--inplace", "--yaml-output"] },
    urls: "printed",
    examples: [
      { run: "yq -i .a=1 data.yml", options: ["--inplace"], reads: ["data.yml"], writes: ["data.yml"] },
      { run: "yq .a data.yml", reads: ["data.yml"] },
    ],
  },
  {
    names: ["awk", "gawk", "mawk", "nawk"],
    options: [
      "-F, --field-separator <text>",
      "-v, --assign <text>",
      "-f, --file <execute>",
      "-e, --source <text>",
      "-i, --include <text>",
      "-d, --dump-variables[=<text>]",
    ],
    operands: { first: "text", rest: "read", firstGivenBy: ["--file"] },
    interprets: { language: "awk", options: ["--source"], operand: 0, operandsOfOther: ["--file"] },
    urls: "printed",
    examples: [
      { run: "awk -F: '{print $1}' list.txt", options: ["--field-separator"], reads: ["list.txt"] },
      { run: "awk -f sum.awk list.txt", options: ["--file"], reads: ["list.txt"], executes: ["sum.awk"] },
    ],
  },
];
