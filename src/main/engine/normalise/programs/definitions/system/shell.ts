// Shell builtins and small programs whose arguments are text, not files.
import { looksLikePath } from "../../../places/path-words.ts";
import type { Definition } from "../../definition.ts";
import { shellNames } from "../../../shell/shells.ts";
import { echo, printf, printsName } from "../../printing.ts";

const secretName = /(?:token|secret|passw|api_?key|private_?key|credential|auth)/iu;

const shellSettings = ["-o <text>", "-O <text>", "--rcfile <text>", "--init-file <text>", "--init-command <text>"];

export const shell: readonly Definition[] = [
  {
    names: ["echo"],
    style: "words",
    urls: "printed",
    prints: echo,
    examples: [
      { run: "echo -n https://example.org ./a.txt" },
      { run: "echo https://example.org | cat", hosts: ["example.org"], effects: ["network"], runs: ["cat"] },
    ],
  },
  {
    names: ["printf"],
    style: "words",
    urls: "printed",
    prints: printf,
    examples: [
      { run: "printf https://example.org" },
      { run: "printf 'rm %s' old | sh", deletes: ["old"], runs: ["sh", "rm"] },
    ],
  },
  {
    names: ["true", ":"],
    style: "words",
    urls: "printed",
    prints: "nothing",
    examples: [
      { run: "true ./a.txt" },
      { run: "true https://example.org | cat", hosts: ["example.org"], effects: ["network"], runs: ["cat"] },
    ],
  },
  {
    names: ["[[", "yes", "expr", "let", "false"],
    style: "words",
    examples: [
      { run: "expr 1 + ./a.txt" },
      { run: "yes https://example.org", hosts: ["example.org"], effects: ["network"] },
    ],
  },
  {
    names: ["test", "["],
    style: "words",
    urls: "printed",
    describe({ operands }, record) {
      for (const word of operands) if (word.includes("/") && looksLikePath(word)) record.looksAt(word);
    },
    examples: [{ run: "test -f src/a.ts", reads: ["src/a.ts"] }, { run: "test -n a.ts" }],
  },
  {
    names: ["cd"],
    options: ["-L", "-P", "-e"],
    operands: "metadata",
    prints: "nothing",
    examples: [{ run: "cd -P src", options: ["-P"], reads: ["src"] }, { run: "cd -" }],
  },
  {
    names: ["pushd"],
    options: ["-n"],
    operands: "metadata",
    examples: [
      { run: "pushd src", reads: ["src"] },
      { run: "pushd -n", options: ["-n"] },
    ],
  },
  {
    names: ["which"],
    options: ["-a, --all"],
    prints: ({ options, operands }) =>
      options.length === 0 && operands.length === 1 ? { text: operands[0] ?? "" } : undefined,
    examples: [
      { run: "which -a rm", options: ["--all"] },
      { run: "$(which rm) old", deletes: ["old"], runs: ["which"] },
    ],
  },
  {
    names: ["type"],
    options: ["-p", "-P", "-t", "-a", "-v"],
    prints: printsName,
    examples: [
      { run: "type -t rm", options: ["-t"] },
      { run: "$(type -p rm) old", deletes: ["old"], runs: ["type"] },
    ],
  },
  {
    names: ["pwd"],
    options: ["-L", "-P"],
    prints: () => ({ text: "$PWD" }),
    examples: [
      { run: "pwd -P", options: ["-P"] },
      { run: "rm -r $(pwd)", options: ["--recursive"], deletes: ["$PWD"], runs: ["pwd"] },
    ],
  },
  {
    names: ["export", "set", "sleep", "umask", "shopt", "unset", "local"],
    prints: "nothing",
    examples: [
      { run: "sleep 5 ./a.txt" },
      { run: "export PAGE=https://example.org", hosts: ["example.org"], effects: ["network"] },
    ],
  },
  {
    names: ["date", "history", "tldr", "apropos"],
    options: ["-d, --date <text>", "-s, --set <text>", "-r, --reference <text>", "-c", "-f, --file <text>"],
    urls: "printed",
    examples: [
      { run: "date -d https://example.org", options: ["--date"] },
      { run: "date https://example.org | cat", hosts: ["example.org"], effects: ["network"], runs: ["cat"] },
    ],
  },
  {
    names: ["printenv"],
    describe({ operands }, record) {
      if (operands.some((word) => secretName.test(word))) record.effect("credential");
    },
    examples: [{ run: "printenv API_TOKEN", effects: ["credential"] }, { run: "printenv HOME" }],
  },
  {
    names: ["man"],
    options: [
      "-P, --pager <shell>",
      "-H, --html[=<shell>]",
      "-k, --apropos",
      "-M, --manpath <text>",
      "-C, --config-file <text>",
    ],
    urls: "printed",
    examples: [{ run: "man -P 'rm old' ls", options: ["--pager"], deletes: ["old"], runs: ["rm"] }, { run: "man rm" }],
  },
  {
    names: ["hash"],
    options: ["-p <text>", "-r", "-d", "-l", "-t"],
    examples: [{ run: "hash -p ./tool git", options: ["-p"], executes: ["./tool"] }, { run: "hash git" }],
  },
  {
    names: ["bind"],
    options: ["-x <text>", "-f <read>", "-m <text>", "-q <text>", "-u <text>", "-r <text>", "-p", "-P", "-l"],
    examples: [
      { run: "bind -x '\"k\": id'", options: ["-x"], runs: ["id"] },
      { run: "bind -f ~/.inputrc", options: ["-f"], reads: ["~/.inputrc"] },
    ],
  },
  {
    names: ["enable"],
    options: ["-f <path>", "-n", "-a", "-d", "-p", "-s"],
    examples: [
      { run: "enable -f ./x.so name", options: ["-f"], reads: ["./x.so"], executes: ["./x.so"] },
      { run: "enable -n echo", options: ["-n"] },
    ],
  },
  {
    // What they run is found by shell/shells.ts; these are the options rules ask about.
    names: [...shellNames],
    options: ["--command, -c", "-i", "-l", "--login", "-s", "-x", "-e", "-n", "-p", ...shellSettings],
    stopAfter: 1,
    examples: [
      { run: "bash -xn build.sh", options: ["-x", "-n"], executes: ["build.sh"] },
      { run: "bash --norc -o pipefail", options: ["--norc", "-o"] },
    ],
  },
  {
    names: ["complete", "compgen", "mapfile", "readarray"],
    options: ["-C <shell>", "-F <text>", "-W <text>", "-c <text>", "-n <text>", "-d <text>"],
    operands: "path",
    examples: [
      { run: "complete -C 'rm old' x", options: ["-C"], deletes: ["old"], runs: ["rm"] },
      { run: "complete -p" },
    ],
  },
  {
    names:
      "exit return alias whereis whatis info whoami id groups uname hostname uptime ps top htop free jobs fg bg wait seq bc declare typeset readonly shift getopts ulimit clear reset tput stty logname cal factor numfmt times trap read popd".split(
        " ",
      ),
    examples: [
      { run: "uname ./a.txt" },
      { run: "uname https://example.org", hosts: ["example.org"], effects: ["network"] },
    ],
  },
];
