// Places and what could not be inspected, in words.
import { expect, test } from "vitest";
import { uninspectedSentence, zoneSentence } from "../../../src/shared/reach/effect-words.ts";

test("what cannot be inspected says why", () => {
  expect(uninspectedSentence({ part: "eval $X", why: "dynamic" })).toBe("eval $X: it is only known when it runs");
});

test("a place says whether it belongs to the project", () => {
  expect(zoneSentence("workspace")).toBe("in the project");
  expect(zoneSentence("home")).toBe("outside the project");
});
