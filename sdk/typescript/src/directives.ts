// Directives that answer an intent: kept for whoever waits, also when they come before the waiting begins.
import type { JsonObject } from "../../../src/shared/lib/json.ts";

export interface Expectation {
  /** The directive that settles it; undefined when the connection was lost, and somebody must ask instead. */
  readonly settling: Promise<JsonObject | undefined>;
  readonly forget: () => void;
}

export interface Directives {
  readonly expect: (intentId: string) => Expectation;
  readonly deliver: (directive: JsonObject) => void;
  readonly lost: () => void;
}

/** The others say something else about the intent, or nothing. */
const settles: ReadonlySet<unknown> = new Set(["APPROVE", "MODIFY", "DENY"]);

export function createDirectives(): Directives {
  /** The same intent may be asked for several times at once: all of them hear the answer. */
  const expected = new Set<{ readonly intentId: string; readonly tell: (directive: JsonObject | undefined) => void }>();
  return {
    expect: (intentId) => {
      const { promise, resolve } = Promise.withResolvers<JsonObject | undefined>();
      const entry = { intentId, tell: resolve };
      expected.add(entry);
      return { settling: promise, forget: () => void expected.delete(entry) };
    },
    deliver: (directive) => {
      if (!settles.has(directive["directive"])) return;
      for (const { intentId, tell } of expected) if (intentId === directive["intent_id"]) tell(directive);
    },
    lost: () => {
      for (const { tell } of expected) tell(undefined);
    },
  };
}
