// Hidden commands: options and texts by which ordinary programs start another one (`ssh -o ProxyCommand=…`, `zip -TT …`).
import type { CommandFact } from "../../../shared/facts.ts";
import { addPath } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { recipes } from "./build-files.ts";
import { optionValue, parseOptions } from "./options.ts";
import { locate } from "./paths.ts";
import { programTable } from "./program-table.ts";
import { ownInput, shellNames } from "./shells.ts";

/** Options whose value a program hands to a shell. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  man: ["-P", "--pager", "-H"],
  tcpdump: ["-z"],
  zip: ["-TT", "--unzip-command"],
  npx: ["-c", "--call"],
  npm: ["-c", "--call"],
  entr: ["-s"],
  scp: ["-S"],
  sftp: ["-S"],
  rsync: ["--rsync-path"],
  git: ["--upload-pack", "--receive-pack", "-x", "--extcmd", "--open-files-in-pager"],
  dhclient: ["-sf"],
  openvpn: ["--up", "--down"],
  split: ["--filter"],
  sort: ["--compress-program"],
  compgen: ["-C"],
  complete: ["-C"],
  mapfile: ["-C"],
  readarray: ["-C"],
  scrot: ["-e"],
  pidstat: ["-e"],
  socket: ["-p", "-svp", "-qvp"],
};
const anyCarrier =
  /^--(?:pre-hook|post-hook|deploy-hook|password-command|ssh-cmd|rsh|rsh-command|exec|on-download-[a-z]+|use-askpass|conf-script|startup-command)$/;
const sshSetting = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[= ]\s*;?(.+)$/is;
/** `make X='$(shell …)'` */
const makeShell = /^\w+[:+?!]?=.*\$[({]shell\s+(.*)[)}]/s;
const makeNames = /^(?:g|nmake|bsd)?make$/;
const sedExecute = /(?:^|[;\n{}]|\d|\$|\/)[ \t]*e[ \t]+(\S[^\n]*)/;
/** `w file` as a command, and at the end of a substitution. */
const sedWrite = /(?:^|[;\n{}]|\d|\$|\/)[ \t]*w[ \t]+([^\s;}]+)/;
/** `s/a/b/e` runs what comes of it. */
const sedResult = /s([/|#,:@!])(?:\\.|(?!\1)[^\n\\])*\1((?:\\.|(?!\1)[^\n\\])*)\1[gpiImM\d]*e/;
/** Longer words are no script of sed and no variable of make that anybody writes by hand. */
const longestScript = 4096;

/** A shell named by its path, at the start of a text or after `!`, `=`, a bracket or a quote; never after `#!`. */
const shellText = /(?<![\w/.-]|#!\s?)((?:\/usr)?\/bin\/(?:ba|da|z|k|a)?sh(?=$|[\s;)}'"`,#&|<>])(?:\s+[^)}'"`#,;|&]*)?)/;
const packageRunners = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun)$/;
/** Programs that name a shell and do not start it. */
const namesShell =
  /^(?:chsh|useradd|usermod|adduser|dscl|pw|lchsh|add-shell|remove-shell|update-alternatives|shellcheck|shfmt|which|type|command|dpkg|rpm|apt|brew|git|docker|podman|kubectl|curl|wget|scp|rsync|tar|mysql|psql)$/;

export function findHiddenCommands(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  const { program, arguments: words } = fact;
  const before = inspection.commands.length;
  const own = Object.hasOwn(carriers, program) ? carriers[program] : undefined;
  const run = (text: string): void => {
    if (text.trim() !== "") inspection.run.shell(text, inside(program, index, frame));
  };
  words.forEach((word, at) => {
    if (word.charCodeAt(0) === 45) {
      const equals = word.startsWith("--") ? word.indexOf("=") : -1;
      const name = equals < 0 ? word : word.slice(0, equals);
      const value = equals < 0 ? words[at + 1] : word.slice(equals + 1);
      if (value !== undefined && (own?.includes(name) === true || anyCarrier.test(name))) run(value);
      if ((name === "--eval" || name === "-E") && makeNames.test(program))
        for (const text of recipes(value ?? "")) run(text);
    } else if (/^(?:ssh|scp|sftp|autossh|sshfs)$/.test(program) && words[at - 1] === "-o") {
      run(sshSetting.exec(word)?.[1] ?? "");
    } else if (program === "git" && word.startsWith("ext::")) run(word.slice(5));
  });
  if (makeNames.test(program)) {
    for (const text of recipes(makefile(inspection, words, frame) ?? "")) run(text);
    for (const word of words.filter(({ length }) => length <= longestScript))
      run(/^SHELL=(.*\s.*)$/s.exec(word)?.[1] ?? makeShell.exec(word)?.[1] ?? "");
  }
  if (/^g?sed$/.test(program)) {
    const text = (words.find((word) => !word.startsWith("-")) ?? "").slice(0, longestScript);
    const file = sedWrite.exec(text)?.[1];
    if (file !== undefined) addPath(inspection, file, "write", frame.scope);
    run(sedExecute.exec(text)?.[1] ?? sedResult.exec(text)?.[2]?.replaceAll(/\\(.)/g, "$1") ?? "");
  }
  const tool = packageRunners.test(program)
    ? words.findIndex((word) => /^(?:concurrently|hyperfine)(?:@|$)/.test(word))
    : -1;
  if (tool >= 0) for (const word of words.slice(tool + 1)) if (/\s/.test(word)) run(word);
  if (inspection.commands.length === before && !programTable.has(program) && !namesShell.test(program)) {
    startedShell(inspection, fact, index, frame);
  }
}

function startedShell(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  const words = fact.arguments;
  for (const [at, word] of words.entries()) {
    // A program nobody knows that is handed a shell and `-c` hands it on.
    if (shellNames.has(word) && /^-[a-z]*c$/.test(words[at + 1] ?? "") && words[at + 2] !== undefined) {
      const rest = words.slice(at);
      const raw = { text: rest.join(" "), start: 0, end: 0, redirects: [], assignments: {} };
      inspection.run.command(
        { ...raw, words: rest, unknownProgram: false, guess: word },
        inside(fact.program, index, frame),
      );
      return;
    }
    if (!word.includes("/bin/") || word.length > 4096) continue;
    const match = shellText.exec(word);
    const text = match?.[1];
    if (text === undefined) continue;
    const inner = inside(fact.program, index, frame);
    if (text !== word) inspection.run.shell(text, inner);
    else {
      const rest = words.slice(at);
      const raw = { text: rest.join(" "), start: 0, end: 0, redirects: [], assignments: {} };
      inspection.run.command({ ...raw, words: rest, unknownProgram: false, guess: text }, inner);
    }
    return;
  }
}

/** The text of the makefile, when the same command line wrote, prints or feeds it. */
function makefile(inspection: Inspection, words: readonly string[], frame: Frame): string | undefined {
  const parsed = parseOptions(words, { short: "fCIjloW", long: ["file", "makefile", "directory", "eval"] });
  const given = optionValue(parsed, "-f", "--file", "--makefile");
  if (given !== undefined && ownInput.test(given)) return frame.input;
  for (const name of given === undefined ? ["GNUmakefile", "makefile", "Makefile"] : [given]) {
    const path = name.startsWith("<(") ? name : locate(name, frame.scope.directories, inspection)[0]?.path;
    const text = path === undefined ? undefined : inspection.files.get(path);
    if (text !== undefined) return text;
  }
  return undefined;
}

function inside(program: string, index: number, frame: Frame): Frame {
  return {
    ...frame,
    depth: frame.depth + 1,
    wrappers: [...frame.wrappers, program],
    parent: index,
    literal: false,
    input: undefined,
    piped: false,
  };
}
