// Arrivals: where files come to lie that a command does not name one by one: an archive's content, a folder of another machine.
// Git is left out on purpose: what is cloned is worked on, built and run all day.
import type { CommandFact } from "../../../shared/facts.ts";
import { remoteHost, urlsIn } from "./hosts.ts";
import { addArrival } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";
import { unpacksTo } from "./unpackers.ts";

/** Where what it fetches comes to lie. */
type Fetches = (words: readonly string[]) => readonly string[];

const here = ".";

/** What is copied into a folder keeps its name; the content of `folder/` does not. */
function landing(source: string, target: string): string {
  // No expression: one that looks for the end of a long name from each of its letters takes seconds.
  const name = source.slice(Math.max(...["/", ":", "\\"].map((sign) => source.lastIndexOf(sign))) + 1);
  return name !== "" && /^(?:\.{1,2}|~)$|\/$/.test(target) ? `${target.replace(/\/$/, "")}/${name}` : target;
}

const copy: Fetches = (words) => {
  const parsed = parseOptions(words, { short: "cFiJloPSDXeBTfM", long: ["rsh", "exclude", "include", "port"] });
  const target = parsed.operands.at(-1);
  if (target === undefined || remoteHost(target, "upload", true) !== undefined) return [];
  return parsed.operands
    .slice(0, -1)
    .filter((source) => remoteHost(source, "download", true) !== undefined)
    .map((source) => landing(source, target));
};
const mirror: Fetches = (words) => {
  const parsed = parseOptions(words, { short: "oaOPiteBTwQUDIAR", long: ["directory-prefix", "output-document"] });
  if (!hasOption(parsed, "-r", "--recursive", "-m", "--mirror", "-p", "--page-requisites")) return [];
  const folder = optionValue(parsed, "-P", "--directory-prefix");
  if (folder !== undefined) return [folder];
  const flat = words.some((word) => /^-n[Hd]$|^--no-(?:host-)?directories$/.test(word));
  return flat ? [here] : parsed.operands.flatMap((word) => urlsIn(word, "download").map(({ host }) => `./${host}`));
};
/** `aws s3 cp s3://bucket/x .`, `rclone copy remote:x folder`: the last word is where it goes. */
const fromStore =
  (verb: RegExp, remote: RegExp): Fetches =>
  (words) => {
    const plain = words.filter((word) => !word.startsWith("-"));
    const at = plain.findIndex((word) => verb.test(word));
    const source = plain[at + 1];
    const target = plain.at(-1);
    if (at < 0 || source === undefined || target === undefined || plain.length < at + 3) return [];
    if (!remote.test(source) || remote.test(target)) return [];
    return [/sync|mirror/.test(plain[at] ?? "") || words.includes("--recursive") ? target : landing(source, target)];
  };
const release: Fetches = (words) =>
  words.includes("download")
    ? [
        optionValue(
          parseOptions(words, { short: "DRpOn", long: ["dir", "repo", "pattern", "output"] }),
          "-D",
          "--dir",
        ) ?? here,
      ]
    : [];

const storeVerb = /^(?:cp|sync|mv|get|rsync|mirror)$/;
const fetchers: ReadonlyMap<string, Fetches> = new Map(
  Object.entries({
    scp: copy,
    rsync: copy,
    wget: mirror,
    wget2: mirror,
    aws: fromStore(storeVerb, /^s3:\/\//),
    s3cmd: fromStore(storeVerb, /^s3:\/\//),
    s5cmd: fromStore(storeVerb, /^s3:\/\//),
    gsutil: fromStore(storeVerb, /^gs:\/\//),
    gcloud: fromStore(storeVerb, /^gs:\/\//),
    rclone: fromStore(/^(?:copy|copyto|sync|move)$/, /^[\w-]+:/),
    kubectl: fromStore(/^cp$/, /^[\w./-]+:/),
    gh: release,
  }),
);

export function describeArrivals(
  inspection: Inspection,
  { program, arguments: words }: CommandFact,
  frame: Frame,
): void {
  const folder = unpacksTo(program, words);
  if (folder !== undefined) addArrival(inspection, folder, "archive", frame.scope);
  const fetches = fetchers.get(program);
  if (fetches === undefined) return;
  for (const target of fetches(words)) addArrival(inspection, target, "network", frame.scope);
}
