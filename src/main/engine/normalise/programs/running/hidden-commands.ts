// Hidden commands: options and texts by which ordinary programs start another one (`ssh -o ProxyCommand=…`, `zip -TT …`).
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import type { Frame, Inspection } from "../../inspection.ts";
import { definitionOf } from "../registry.ts";
import { shellNames } from "../../shell/shells.ts";

/** Options whose value every program hands to a shell. */
const anyCarrier =
  /^--(?:pre-hook|post-hook|deploy-hook|password-command|ssh-cmd|rsh|rsh-command|exec|on-download-[a-z]+|use-askpass|conf-script|startup-command)$/;
/** A shell named by its path, at the start of a text or after `!`, `=`, a bracket or a quote; never after `#!`. */
const shellText = /(?<![\w/.-]|#!\s?)((?:\/usr)?\/bin\/(?:ba|da|z|k|a)?sh(?=$|[\s;)}'"`,#&|<>])(?:\s+[^)}'"`#,;|&]*)?)/;
const packageRunners = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun)$/;
/** Programs that name a shell and do not start it. */
const namesShell =
  /^(?:chsh|useradd|usermod|adduser|dscl|pw|lchsh|add-shell|remove-shell|update-alternatives|shellcheck|shfmt|which|type|command|dpkg|rpm|apt|brew|git|docker|podman|kubectl|curl|wget|scp|rsync|tar|mysql|psql)$/;

export function findHiddenCommands(inspection: Inspection, fact: CommandFact, index: number, frame: Frame): void {
  const { program, arguments: words } = fact;
  const before = inspection.commands.length;
  const run = (text: string): void => {
    if (text.trim() !== "") inspection.run.shell(text, inside(program, index, frame));
  };
  words.forEach((word, at) => {
    if (word.charCodeAt(0) === 45) {
      const equals = word.startsWith("--") ? word.indexOf("=") : -1;
      const name = equals < 0 ? word : word.slice(0, equals);
      const value = equals < 0 ? words[at + 1] : word.slice(equals + 1);
      if (value !== undefined && anyCarrier.test(name)) run(value);
    } else if (program === "git" && word.startsWith("ext::")) run(word.slice(5));
  });
  const tool = packageRunners.test(program)
    ? words.findIndex((word) => /^(?:concurrently|hyperfine)(?:@|$)/.test(word))
    : -1;
  if (tool >= 0) for (const word of words.slice(tool + 1)) if (/\s/.test(word)) run(word);
  if (inspection.commands.length === before && !isKnown(program) && !namesShell.test(program)) {
    startedShell(inspection, fact, index, frame);
  }
}

/** Its definition says what it runs. */
function isKnown(program: string): boolean {
  const definition = definitionOf(program);
  return definition !== undefined && definition.startsShells !== true;
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
