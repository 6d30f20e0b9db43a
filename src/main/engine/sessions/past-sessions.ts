// What sessions did before Gatehouse started, from the ledger: a restart must not make them forget it.
import { z } from "zod";
import type { LatentFile } from "../../../shared/domain/verdict.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import { day } from "../../../shared/lib/clock.ts";
import {
  type Effect,
  effects,
  type Facts,
  type HostFact,
  nothingDone,
  type PathFact,
} from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import { isJsonObject, type Json } from "../../../shared/lib/json.ts";
import type { World } from "../ports.ts";
import { factsOf, intentOf, isText } from "../intents/recorded.ts";
import { normaliser } from "../normalise/index.ts";
import { createLatentBook } from "./latent-book.ts";
import { createSessionBook, type PastSessions } from "./session-book.ts";
import { lastStepAt } from "./sessions.ts";

/**
 * Newest entries of the ledger, oldest first. Sessions that have been silent for a day are over, but for what they
 * downloaded; quotas count the last day, or an agent that names no session could never begin a new one. What happened before
 * the entries is unknown where there is a moment for it.
 */
export function pastSessions(entries: Iterable<LedgerEntry>, world: World, now: number, before?: number): PastSessions {
  const book = createSessionBook();
  const factsOfCall = normaliser(world);
  const latent = createLatentBook();
  const asked = new Map<string, { readonly entry: LedgerEntry; readonly held: boolean }>();
  let unknownBefore = before;
  for (const entry of entries) {
    if (entry.kind === "fault" && entry.body["event"] === "ledger_begun_anew") unknownBefore = entry.at;
    if (entry.agentDid === undefined || entry.intentId === undefined) continue;
    const key = intentKey(entry.agentDid, entry.intentId);
    if (entry.kind === "intent" && !isText(entry)) asked.set(key, { entry, held: false });
    const place = entry.kind === "verdict" ? asked.get(key) : undefined;
    const { outcome } = entry;
    if (place === undefined || outcome === undefined) continue;
    if (outcome === "ESCALATE") asked.set(key, { entry: place.entry, held: true });
    else asked.delete(key);
    const intent = intentOf(place.entry);
    if (intent === undefined) continue;
    const facts = outcome === "DENIED" ? denied : performedFacts(intent, place.entry, entry, factsOfCall);
    if (outcome === "APPROVED" || outcome === "CONDITIONAL") latent.performed(facts, latentOf(place.entry, entry));
    if (!place.held && now - entry.at <= day) book.answered(intent, facts, outcome, marksOf(entry), entry.at);
    else if (outcome !== "DENIED" && outcome !== "ESCALATE") book.released(intent, facts, marksOf(entry), entry.at);
  }
  const past = book.past();
  for (const { byWorkspace } of past.agents.values())
    for (const [name, session] of byWorkspace) if (now - lastStepAt(session) > day) byWorkspace.delete(name);
  // A clock that was ahead must not make the unknown last until then.
  const files = latent.files();
  return {
    ...past,
    ...(files.length === 0 ? {} : { latent: files }),
    ...(unknownBefore === undefined ? {} : { unknownBefore: Math.min(unknownBefore, now) }),
  };
}

/** A denial only counts, and agents that ask in vain may have asked often. */
const denied: Facts = { ...nothingDone, tool: "other", givenTool: "", secrets: [] };

/**
 * What was done, at least. Recorded arguments may be cut, and links may lead elsewhere by now: what was recorded beside them
 * and is not found in them any more counts as read, as written and as a place that something came from.
 */
function performedFacts(
  asked: Intent,
  intent: LedgerEntry,
  verdict: LedgerEntry,
  factsOfCall: ReturnType<typeof normaliser>,
): Facts {
  const edited = editedArguments(verdict);
  const facts = factsOf(edited === undefined ? asked : { ...asked, arguments: edited }, intent, factsOfCall);
  const paths = missing(
    verdict.paths,
    facts.paths.map(({ path }) => path),
  );
  const hosts = missing(
    verdict.hosts,
    facts.hosts.map(({ host }) => host),
  );
  const recorded = edited === undefined ? effectsIn(intent.body["effects"]) : [];
  return {
    ...facts,
    paths: [...facts.paths, ...paths.flatMap(readAndWritten)],
    hosts: [...facts.hosts, ...hosts.map(reached)],
    effects: [...new Set([...facts.effects, ...recorded])],
  };
}

function missing(recorded: readonly string[] = [], found: readonly string[]): readonly string[] {
  if (recorded.length === 0) return recorded;
  const known = new Set(found);
  return recorded.filter((place) => !known.has(place));
}

function readAndWritten(path: string): readonly PathFact[] {
  const place = { path, given: path, zone: "unknown", pattern: false, recursive: false } as const;
  return [
    { ...place, access: "read" },
    { ...place, access: "write" },
  ];
}

function reached(host: string): HostFact {
  return { host, local: false, direction: "connect" };
}

/** The arguments a human put in the place of those that were asked for. */
function editedArguments({ reason, body }: LedgerEntry) {
  const conditions = reason === "human_modified" ? body["conditions"] : undefined;
  if (!Array.isArray(conditions)) return undefined;
  const edit = conditions.findLast((condition: Json) => isJsonObject(condition) && condition["kind"] === "arguments");
  const value = isJsonObject(edit) ? edit["value"] : undefined;
  return isJsonObject(value) ? value : undefined;
}

function marksOf({ body: { marks } }: LedgerEntry): readonly string[] {
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === "string") : [];
}

const latentFileSchema = z.object({
  path: z.string(),
  form: z.string(),
  findings: z.array(z.object({ id: z.string(), score: z.number(), threat: z.string(), reason: z.string() })),
});

/** What a verdict says waits in the files that were written; with the digest of what was asked. */
function latentOf(intent: LedgerEntry, { body: { latent } }: LedgerEntry): readonly LatentFile[] {
  if (!Array.isArray(latent)) return [];
  const digest = intent.body["arguments_sha256"];
  return latent.flatMap((item: Json) => {
    const parsed = latentFileSchema.safeParse(item);
    return parsed.success ? [{ ...parsed.data, ...(typeof digest === "string" ? { digest } : {}) }] : [];
  });
}

function effectsIn(recorded: Json | undefined): readonly Effect[] {
  return Array.isArray(recorded) ? effects.filter((effect) => recorded.includes(effect)) : [];
}
