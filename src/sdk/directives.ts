// Directives that answer an intent: kept for whoever waits, also when they come before the waiting begins.
import type { JsonObject } from "../shared/json.ts";

export interface Expectation {
  /** The directive; undefined when the connection was lost, and somebody must ask instead. */
  readonly arrived: Promise<JsonObject | undefined>;
  readonly forget: () => void;
}

export interface Directives {
  readonly expect: (intentId: string) => Expectation;
  readonly deliver: (directive: JsonObject) => void;
  readonly lost: () => void;
}

export function createDirectives(): Directives {
  const expected = new Map<string, (directive: JsonObject | undefined) => void>();
  return {
    expect: (intentId) => {
      const { promise, resolve } = Promise.withResolvers<JsonObject | undefined>();
      expected.set(intentId, resolve);
      return { arrived: promise, forget: () => void expected.delete(intentId) };
    },
    deliver: (directive) => {
      const { intent_id: intentId } = directive;
      if (typeof intentId === "string") expected.get(intentId)?.(directive);
    },
    lost: () => {
      for (const tell of expected.values()) tell(undefined);
    },
  };
}
