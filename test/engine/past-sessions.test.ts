// What sessions did, from what the ledger has of it: also where arguments were cut and links lead elsewhere by now.
import { expect, test } from "vitest";
import { pastSessions } from "../../src/main/engine/past-sessions.ts";
import type { World } from "../../src/main/engine/ports.ts";
import { createSessionBook } from "../../src/main/engine/session-book.ts";
import { setAsideNote } from "../../src/main/store/notes.ts";
import type { LedgerEntry, NewEntry } from "../../src/shared/audit.ts";
import { commandIntent, testEngine, testWorld } from "../support/engine.ts";

const session = (entries: readonly NewEntry[], now: number, world: World = testWorld) =>
  createSessionBook(pastSessions(entries as readonly LedgerEntry[], world)).session(commandIntent("ls"), now);
const downloads = (entries: readonly NewEntry[], world?: World) =>
  session(entries, 0, world).downloaded.map(({ value }) => value);

test("a download whose name was cut off counts by the places that were recorded", async () => {
  const engine = testEngine();
  await engine.governor.submit(commandIntent(`curl -H 'x: ${"y".repeat(3000)}' https://example.com/x -o /tmp/x`));
  expect(JSON.stringify(engine.entries[0]?.body)).toContain("more characters]");
  expect(downloads(engine.entries)).toContain("/tmp/x");
});

test("a file counts by the place its name led to", async () => {
  const linked = (target: string): World => ({
    ...testWorld,
    resolveLinks: (path) => (path === "/tmp/link" ? target : path),
  });
  const engine = testEngine({ world: linked("/tmp/then") });
  await engine.governor.submit(commandIntent("curl -o /tmp/link https://example.com/x"));
  expect(downloads(engine.entries, linked("/tmp/now"))).toContain("/tmp/then");
});

test("texts do not count, and neither does what a human never answered", async () => {
  const engine = testEngine();
  const text = { title: "a message", origin: "user", changeable: false } as const;
  await engine.governor.submit(commandIntent("x", { tool: "steps/message", text, arguments: { content: "hello" } }));
  await engine.governor.submit(commandIntent("npm publish --registry https://example.com"));
  expect(session(engine.entries, 0)).toMatchObject({ intents: 1, denied: 0 });
  expect(session(engine.entries, 0).hosts).toEqual({ older: [], recent: [] });
});

test("before a ledger that began anew, anything may have happened", () => {
  expect(session([setAsideNote(5000, "corrupt", {})], 6000).unknownBefore).toBe(5000);
  expect(session([], 6000).unknownBefore).toBeUndefined();
});
