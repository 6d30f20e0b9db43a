// Unseen files: what a call downloads or unpacks. Their content is not in the call; path and name say what they are.
import type { ArrivalFact, CommandFact, FileFact, FileKind, PathFact } from "../../../../shared/domain/facts.ts";
import { values } from "../programs/invocation.ts";
import { classify } from "./classify.ts";

const downloaders = /^(?:curl|wget|wget2|aria2c|axel|http|https|xh|fetch|lwp-download|scp|gh|glab|aws|gsutil|gcloud)$/u;
const address = /^(?:https?|ftp|s3|gs):\/\/\S+|^[\w.@-]+:[\w./~-]+$/u;
/** Nothing runs the others, or their name does not say that something does. */
const kinds: ReadonlySet<FileKind> = new Set(["self-running", "runnable", "infrastructure", "instructions"]);
const mostFiles = 20;

export function unseenFiles(
  commands: readonly CommandFact[],
  paths: readonly PathFact[],
  arrivals: readonly ArrivalFact[],
): readonly FileFact[] {
  const found: FileFact[] = [];
  const add = (path: string, place: string, from: string): void => {
    if (found.length >= mostFiles || found.some((file) => file.place === place)) return;
    const { kind, form } = classify(place, "");
    if (kinds.has(kind))
      found.push({ path, place, kind, form, steps: [], settings: [{ name: "unseen", value: from }] });
  };
  const pipelines = new Map<number, string>();
  for (const command of commands) {
    const from = downloaders.test(command.program) ? command.operands.find((word) => address.test(word)) : undefined;
    if (from !== undefined) pipelines.set(command.pipeline, from);
    const source = pipelines.get(command.pipeline);
    if (source === undefined) continue;
    for (const target of targetsOf(command)) {
      const place = paths.find((path) => path.access === "write" && path.given === target);
      if (place !== undefined) add(target, place.path, source);
    }
  }
  // A folder in which files run by themselves: whatever the archive puts there does.
  for (const { path, from } of arrivals) add(path, `${path.replace(/\/$/u, "")}/unseen`, from);
  return found;
}

function targetsOf(command: CommandFact): readonly string[] {
  const { program, operands, redirects } = command;
  const named = values(command, "--output", "--output-document", "-o", "--out", "-O");
  const urlNames =
    program === "wget" || program === "curl"
      ? operands.flatMap((word) =>
          address.test(word)
            ? (word
                .replace(/[?#].*$/u, "")
                .split("/")
                .at(-1) ?? [])
            : [],
        )
      : [];
  return [
    ...named,
    ...urlNames,
    ...redirects.filter(({ operator }) => operator.includes(">")).map(({ target }) => target),
    ...(program === "tee" || program === "scp" || program === "aws" || program === "gsutil" ? operands : []),
  ];
}
