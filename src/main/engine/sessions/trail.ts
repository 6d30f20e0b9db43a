// Trail: what came by lately, each once and the latest last, bounded. Immutable, and cheap to add to after every answer.

import { detached } from "../../../shared/lib/detached.ts";

/** No system opens a longer path or resolves a longer name: remembering them would only cost memory. */
const longestValue = 4096;

/** How many different paths and hosts a session remembers of each kind; the oldest go first. */
export const rememberedItems = 200;

export interface Seen {
  readonly value: string;
  readonly at: number;
}

/** What is recent may stand among the older too, from an earlier time. */
export interface Trail {
  readonly older: readonly Seen[];
  readonly recent: readonly Seen[];
}

export const emptyTrail: Trail = { older: [], recent: [] };

/** Only the recent ones are copied when one is added; once there are this many they move to the older ones. */
const mostRecent = 32;

export function extend(trail: Trail, values: readonly string[], at: number, limit: number): Trail {
  if (values.length === 0) return trail;
  const recent = addTo(trail.recent, values, at);
  if (recent.length <= mostRecent) return { older: trail.older, recent };
  return { older: seenOn({ older: trail.older, recent }, limit), recent: [] };
}

/** Both together, what is on the second last. */
export function join(first: Trail, second: Trail, limit: number): Trail {
  if (isEmpty(first) || isEmpty(second)) return isEmpty(first) ? second : first;
  const again = seenOn(second, limit);
  const known = new Set(again.map(({ value }) => value));
  const all = [...seenOn(first, limit).filter(({ value }) => !known.has(value)), ...again];
  return { older: all.length > limit ? all.slice(all.length - limit) : all, recent: [] };
}

function isEmpty({ older, recent }: Trail): boolean {
  return older.length === 0 && recent.length === 0;
}

/** The last ones, up to the limit. */
export function seenOn({ older, recent }: Trail, limit: number): readonly Seen[] {
  const again = new Set(recent.map(({ value }) => value));
  const all = [...older.filter(({ value }) => !again.has(value)), ...recent];
  return all.length > limit ? all.slice(all.length - limit) : all;
}

/** The list with these at its end, and nowhere else in it. */
export function addTo(seen: readonly Seen[], values: readonly string[], at: number): readonly Seen[] {
  // Nearly every step has one path.
  const [only] = values;
  const fresh = values.length === 1 && only !== undefined ? undefined : new Set(values);
  const all = seen.filter(({ value }) => (fresh === undefined ? value !== only : !fresh.has(value)));
  for (const value of fresh ?? values) if (value.length <= longestValue) all.push({ value: detached(value), at });
  return all;
}
