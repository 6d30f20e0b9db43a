// The most surprising call that a lasting decision would also allow: shown before the decision is given, and checked to be true.
import type { Grant } from "../../../shared/domain/approval.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { actionOf } from "../intents/action.ts";
import { differences } from "./differences.ts";
import type { Digests } from "../intents/digests.ts";

/** From the most to the least surprising. */
const files = [
  "~/.ssh/id_rsa",
  "/etc/passwd",
  "~/Documents/diary.txt",
  "/srv/data.txt",
  "src/index.ts",
  "/tmp/x",
] as const;
const folders = ["~", "/srv", "."] as const;
const options = ["-rf", "--force"] as const;

/** Undefined when nothing else on this short list is covered. */
export function widestCall(
  grant: Grant,
  intent: Intent,
  facts: Facts,
  factsOf: (intent: Intent) => Facts,
  digests: Digests,
): string | undefined {
  if (grant.scope === "exact") return undefined;
  for (const { summary, arguments: given } of widerCalls(intent, facts, grant)) {
    const other = { ...intent, arguments: given };
    const action = actionOf(digests, other, factsOf(other));
    if (differences(grant, action).next().done === true) return summary;
  }
  return undefined;
}

interface Candidate {
  readonly summary: string;
  readonly arguments: Intent["arguments"];
}

/** Calls like this one that reach further, the most surprising first. */
export function* widerCalls(
  intent: Intent,
  facts: Facts,
  { scope, path }: Pick<Grant, "scope" | "path">,
): Generator<Candidate, void> {
  const { arguments: given } = intent;
  const member = (value: string | undefined) =>
    value === undefined ? undefined : Object.keys(given).find((name) => given[name] === value);
  const others = [...files, ...(path === undefined ? [] : [`${path}/other-file`])];
  const command = member(facts.command);
  if (command !== undefined && facts.command !== undefined) {
    for (const line of lines(facts, scope === "command_form", others)) {
      if (line !== facts.command) yield { summary: line, arguments: { ...given, [command]: line } };
    }
    return;
  }
  const written = facts.paths[0]?.given;
  const place = member(written);
  if (place === undefined) return;
  for (const other of others) {
    if (other !== written) yield { summary: other, arguments: { ...given, [place]: other } };
  }
}

/** The same program with another file or another word; with other options too, unless the form fixes them. */
function* lines(
  { commands: [command], command: whole = "", paths }: Facts,
  fixed: boolean,
  others: readonly string[],
): Generator<string, void> {
  if (command === undefined) return;
  if (!fixed) {
    for (const option of options) for (const folder of folders) yield `${command.program} ${option} ${folder}`;
  }
  const isPath = (word: string) => paths.some(({ given }) => given === word);
  const words = command.arguments.filter((argument) => !argument.startsWith("-"));
  const file = words.find(isPath);
  if (file !== undefined) for (const other of others) yield whole.replace(file, other);
  const word = words.findLast((each) => !isPath(each));
  if (word !== undefined) yield whole.replace(word, "anything-else");
  for (const other of [...others, "anything-else"]) yield `${whole} ${other}`;
}
