// Ids of traces and spans, derived from what they stand for: a step can name its session before that one is sent.
import { hash } from "node:crypto";

function derived(characters: number, parts: readonly (string | number)[]): string {
  const id = hash("sha256", JSON.stringify(parts), "hex").slice(0, characters);
  // All zeros would be no id at all.
  return /[^0]/.test(id) ? id : `${"0".repeat(characters - 1)}1`;
}

/** The same session of the same agent is the same trace, today and after a restart. */
export function traceIdOf(agentDid: string, session: string): string {
  return derived(32, ["trace", agentDid, session]);
}

export function spanIdOf(...parts: readonly (string | number)[]): string {
  return derived(16, parts);
}
