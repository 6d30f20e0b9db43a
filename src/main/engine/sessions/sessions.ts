// Sessions: what a session has read, written and reached, bounded and immutable; sequence rules look back through it.
import { day, minute } from "../../../shared/lib/clock.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Outcome } from "../../../shared/domain/verdict.ts";
import { cameFromNetwork, fetched, usedDownloads, withDownloads } from "./downloads.ts";
import { withMade } from "./provenance.ts";
import { withSecretCopies } from "./secret-copies.ts";
import { addTo, emptyTrail, extend, join, rememberedItems, type Seen, type Trail } from "./trail.ts";

const bucketLength = 5000;

interface Bucket {
  readonly start: number;
  readonly intents: number;
  readonly requests: number;
}

export interface SessionView {
  readonly startedAt: number;
  readonly intents: number;
  readonly denied: number;
  readonly read: Trail;
  readonly written: Trail;
  /** Files that came from the network, and what was made from them; "/folder/" stands for everything below it. */
  readonly downloaded: readonly Seen[];
  /** Files in such a folder that the agent then wrote itself, so that what stands in them was seen. */
  readonly authored: readonly Seen[];
  /** Programs and scripts in places for scratch files that the session built or wrote; "/folder/" as above. */
  readonly made: readonly Seen[];
  /** Files that were made from places where keys are kept. */
  readonly secretCopies: readonly Seen[];
  /** Hosts that are not on this machine or its network. */
  readonly hosts: Trail;
  readonly secretReadAt?: number;
  readonly persistenceAt?: number;
  /** When a contained run was last refused a place where secrets are kept. */
  readonly secretRefusedAt?: number;
  /** When the first step of a sequence was last taken, by the sequence's id. */
  readonly marks: Readonly<Record<string, number>>;
  readonly buckets: readonly Bucket[];
  /** Anything may have happened before this moment: what was recorded of it cannot be read. */
  readonly unknownBefore?: number;
}

const nothingSeen: readonly Seen[] = [];

export function startSession(now: number): SessionView {
  return {
    startedAt: now,
    intents: 0,
    denied: 0,
    read: emptyTrail,
    written: emptyTrail,
    downloaded: nothingSeen,
    authored: nothingSeen,
    made: nothingSeen,
    secretCopies: nothingSeen,
    hosts: emptyTrail,
    marks: {},
    buckets: [],
  };
}

/** After each answer. A step that may run is remembered with what it does; one that may not only counts. */
export function remember(
  session: SessionView,
  facts: Facts,
  outcome: Outcome,
  now: number,
  marks: readonly string[] = [],
  step: Step = stepOf(facts),
): SessionView {
  // Counts last a day: nobody can begin a new session to be rid of them.
  const anew = now - session.startedAt > day;
  const counted: SessionView = {
    ...session,
    startedAt: anew ? now : session.startedAt,
    intents: (anew ? 0 : session.intents) + 1,
    denied: (anew ? 0 : session.denied) + (outcome === "DENIED" ? 1 : 0),
    // Only what may run uses the network.
    buckets: count(session.buckets, outcome !== "DENIED" && reachesNetwork(facts) ? 1 : 0, now),
  };
  const runs = outcome === "APPROVED" || outcome === "CONDITIONAL";
  return runs ? perform(counted, facts, now, marks, step) : counted;
}

/** What a step reads, writes and reaches, told from its facts once for every session it belongs to. */
export interface Step {
  readonly read: readonly string[];
  readonly written: readonly string[];
  readonly hosts: readonly string[];
  readonly readsSecret: boolean;
}

export function stepOf({ paths, hosts }: Facts): Step {
  const read: string[] = [];
  const written: string[] = [];
  let readsSecret = false;
  for (const { access, path, zone } of paths) {
    if (access === "read" || access === "execute") read.push(path);
    else if (access === "write") written.push(path);
    if (access === "read" && zone === "secrets") readsSecret = true;
  }
  return { read, written, hosts: hosts.filter((host) => !host.local).map((host) => host.host), readsSecret };
}

/** What a step does to the session, without counting it again: for an escalated intent that a human released later. */
export function perform(
  session: SessionView,
  facts: Facts,
  now: number,
  marks: readonly string[] = [],
  { read, written, hosts, readsSecret }: Step = stepOf(facts),
): SessionView {
  const fromNetwork = facts.hosts.some((host) => !host.local && host.direction !== "upload");
  const used = fromNetwork ? [] : usedDownloads(session, facts, written);
  const came = fromNetwork || used.length > 0;
  return {
    ...session,
    read: extend(session.read, read, now, rememberedItems),
    written: extend(session.written, written, now, rememberedItems),
    downloaded:
      came || facts.arrivals !== undefined
        ? withDownloads(session.downloaded, fetched(facts, written, used, came), now)
        : session.downloaded,
    authored:
      came || facts.wholeFile !== true || written.length !== 1 ? session.authored : authors(session, written, now),
    made:
      session.made.length > 0 || facts.builds !== undefined || facts.files !== undefined
        ? withMade(session, facts, came, now)
        : session.made,
    secretCopies:
      written.length > 0 && (readsSecret || session.secretCopies.length > 0)
        ? withSecretCopies(session, facts, now)
        : session.secretCopies,
    hosts: extend(session.hosts, hosts, now, rememberedItems),
    ...(readsSecret || facts.effects.includes("credential") ? { secretReadAt: now } : {}),
    ...(facts.effects.includes("persistence") ? { persistenceAt: now } : {}),
    marks:
      marks.length === 0 ? session.marks : { ...session.marks, ...Object.fromEntries(marks.map((id) => [id, now])) },
  };
}

/**
 * Two sessions as one that has done what either did in the last day. Without their counts: those would go from one session
 * to the next and only ever grow.
 */
export function merge(one: SessionView, other: SessionView): SessionView {
  const [earlier, later] = lastStepAt(one) <= lastStepAt(other) ? [one, other] : [other, one];
  const { secretReadAt: _secret, persistenceAt: _persistence, ...rest } = later;
  const since = lastStepAt(later) - day;
  const secretReadAt = latest(one.secretReadAt, other.secretReadAt);
  const persistenceAt = latest(one.persistenceAt, other.persistenceAt);
  const marks = new Map(Object.entries(one.marks));
  for (const [id, at] of Object.entries(other.marks)) marks.set(id, Math.max(at, marks.get(id) ?? at));
  return {
    ...rest,
    intents: 0,
    denied: 0,
    read: join(earlier.read, later.read, rememberedItems),
    written: join(earlier.written, later.written, rememberedItems),
    hosts: join(earlier.hosts, later.hosts, rememberedItems),
    ...(secretReadAt >= since ? { secretReadAt } : {}),
    ...(persistenceAt >= since ? { persistenceAt } : {}),
    marks: Object.fromEntries([...marks].filter(([, at]) => at >= since)),
  };
}

/** To within a few seconds. */
export function lastStepAt({ buckets, startedAt }: SessionView): number {
  return buckets.at(-1)?.start ?? startedAt;
}

export function intentsInLastMinute(session: SessionView, now: number): number {
  return total(session.buckets, now, (bucket) => bucket.intents);
}

export function requestsInLastMinute(session: SessionView, now: number): number {
  return total(session.buckets, now, (bucket) => bucket.requests);
}

export function reachesNetwork(facts: Facts): boolean {
  if (facts.hosts.length === 0) return facts.effects.includes("network");
  return facts.unnamedHost === true || facts.hosts.some((host) => !host.local);
}

/** What the agent writes whole into a folder that came from the network is its own, until the folder is filled again. */
function authors(session: SessionView, written: readonly string[], now: number): readonly Seen[] {
  return add(session.authored, cameFromNetwork(session, written), now, rememberedItems);
}

function latest(one = -Infinity, other = -Infinity): number {
  return Math.max(one, other);
}

function add(seen: readonly Seen[], values: readonly string[], at: number, limit: number): readonly Seen[] {
  if (values.length === 0) return seen;
  const all = addTo(seen, values, at);
  return all.length > limit ? all.slice(all.length - limit) : all;
}

function count(buckets: readonly Bucket[], requests: number, now: number): readonly Bucket[] {
  const start = now - (now % bucketLength);
  const live: Bucket[] = [];
  let intents = 1;
  let reached = requests;
  for (const bucket of buckets) {
    // Later ones are from before the clock was set back.
    if (bucket.start >= start) {
      intents += bucket.intents;
      reached += bucket.requests;
    } else if (bucket.start > now - minute) live.push(bucket);
  }
  live.push({ start, intents, requests: reached });
  return live;
}

function total(buckets: readonly Bucket[], now: number, amount: (bucket: Bucket) => number): number {
  let sum = 0;
  for (const bucket of buckets) if (bucket.start > now - minute) sum += amount(bucket);
  return sum;
}
