// Secret copies: files that a session made from places where keys are kept, in whatever spelling. Whoever sends or publishes one sends the keys.
import type { CommandFact, Facts, PathFact } from "../../../shared/domain/facts.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { SessionView } from "./sessions.ts";
import { addTo, rememberedItems, type Seen } from "./trail.ts";

const ask = 0.74;

/** Keys are made there, and programs that only use one write nothing of it. */
const makesNoCopy =
  /^(?:ssh|scp|sftp|rsync|git|ssh-keygen|ssh-add|ssh-copy-id|kubectl|aws|gcloud|docker|npm|terraform|chmod|gpg)$/u;

/** With what it runs on another machine. */
function onlyUses({ program, wrappers }: CommandFact): boolean {
  return makesNoCopy.test(program) || wrappers.some((wrapper) => makesNoCopy.test(wrapper));
}

export function withSecretCopies(session: SessionView, facts: Facts, now: number): readonly Seen[] {
  const copied = session.secretCopies;
  const written = facts.paths.filter(({ access, zone }) => access === "write" && zone !== "secrets");
  if (written.length === 0) return copied;
  const isSource = ({ path, access, zone }: PathFact): boolean =>
    access === "read" && (zone === "secrets" || copied.some(({ value }) => value === path));
  const holds = facts.paths.some(isSource) && !facts.commands.every(onlyUses);
  if (!holds) {
    const fresh = facts.wholeFile === true ? new Set(written.map(({ path }) => path)) : undefined;
    return fresh === undefined || copied.length === 0 ? copied : copied.filter(({ value }) => !fresh.has(value));
  }
  const all = addTo(
    copied,
    written.map(({ path }) => path),
    now,
  );
  return all.length > rememberedItems ? all.slice(all.length - rememberedItems) : all;
}

/** Names are asked for one after the other until whoever answers for them has it all. */
const asksNames = /^(?:ping|dig|nslookup|host|drill|traceroute)$/u;

export function secretCopyFindings({ secretCopies }: SessionView, facts: Facts): readonly Finding[] {
  if (secretCopies.length === 0) return [];
  const { paths, commands, hosts, egress = [], workspace } = facts;
  const copies = new Set(secretCopies.map(({ value }) => value));
  const used = paths.find(({ path, access }) => access !== "delete" && copies.has(path));
  const leaves =
    egress.length > 0 ||
    facts.unnamedHost === true ||
    hosts.some(({ local, direction }) => !local && direction !== "download") ||
    commands.some(({ program }) => asksNames.test(program));
  const pushes = commands.some(({ program, subcommand }) => program === "git" && subcommand === "push");
  const inProject =
    pushes && workspace !== undefined && secretCopies.find(({ value }) => value.startsWith(`${workspace}/`));
  const copy = used !== undefined && leaves ? used.path : inProject ? inProject.value : undefined;
  if (copy === undefined) return [];
  return [
    {
      id: "secret-copy-leaves",
      score: ask,
      threat: "Data exfiltration",
      reason: `${copy} was made from a place where keys are kept, and leaves the machine`,
      evidence: copy,
    },
  ];
}
