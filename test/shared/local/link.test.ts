// Links from outside lead to what they name, or nowhere.
import { expect, test } from "vitest";
import { approvalLink, entryLink, intentLink, parseLink } from "../../../src/shared/local/link.ts";

test("a link leads back to what it was made for", () => {
  expect(parseLink(approvalLink("a/b c"))).toEqual({ to: "approval", approvalId: "a/b c" });
  expect(parseLink(entryLink(42))).toEqual({ to: "entry", sequence: 42 });
  expect(parseLink(intentLink("did:aeon:codex:1:ab", "i#1"))).toEqual({
    to: "intent",
    agentDid: "did:aeon:codex:1:ab",
    intentId: "i#1",
  });
});

test.each([
  "",
  "gatehouse://",
  "gatehouse://approval/",
  "gatehouse://approve/1",
  "gatehouse://approval/1?decision=approve",
  "gatehouse://approval/1#allow",
  "gatehouse://approval/1/allow",
  "gatehouse://entry/0",
  "gatehouse://entry/-1",
  "gatehouse://entry/1e9",
  "gatehouse://intent/only-one",
  "gatehouse://approval/%00",
  "gatehouse://approval/%E0%A4%A",
  "gatehouse://approval/%E2%80%AEx",
  `gatehouse://approval/${"x".repeat(5000)}`,
  "https://approval/1",
  "--gatehouse://approval/1",
])("%s leads nowhere", (text) => expect(parseLink(text)).toBeUndefined());
