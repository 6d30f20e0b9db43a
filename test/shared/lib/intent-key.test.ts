// The key of an intent is the key of no other.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { intentKey } from "../../../src/shared/lib/intent-key.ts";

test("no two pairs of agent and id share a key, whatever characters they contain", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "1", ":", "\n", '"'), maxLength: 6 });
  fc.assert(
    fc.property(name, name, name, name, (agent, id, otherAgent, otherId) => {
      const same = agent === otherAgent && id === otherId;
      expect(intentKey(agent, id) === intentKey(otherAgent, otherId)).toBe(same);
    }),
  );
  expect(intentKey("a", "b:c")).not.toBe(intentKey("a:b", "c"));
});
