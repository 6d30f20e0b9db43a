// The book of sessions: nobody pushes another agent's sessions out of it, and what it has no room for makes nothing looser.
import { describe, expect, test } from "vitest";
import { createSessionBook, type SessionBook } from "../../../src/main/engine/sessions/session-book.ts";
import { rememberedItems } from "../../../src/main/engine/sessions/trail.ts";
import { seenOn } from "../../../src/main/engine/sessions/trail.ts";
import { day } from "../../../src/shared/lib/clock.ts";
import { commandIntent } from "../../support/engine/engine.ts";
import { makeFacts, makeHost, makePath } from "../../support/engine/facts.ts";

const start = 1_000_000;
const secret = makeFacts({
  paths: [makePath("/s", { zone: "secrets" })],
  hosts: [makeHost("example.com")],
  effects: ["persistence"],
});
const nothing = makeFacts({});
const intentOf = (agentDid: string, workspace: string) => commandIntent("ls", { agentDid, context: { workspace } });
const sentBy = (peerKey: string, agentDid: string, sessionId: string) =>
  commandIntent("ls", { agentDid, peerKey, context: { sessionId, workspace: "/home/me/shop" } });

function flood(book: SessionBook, agentDid: string, count: number, now: number): void {
  for (let each = 0; each < count; each += 1)
    book.answered(intentOf(agentDid, `flood-${each}`), nothing, "APPROVED", [], now);
}

describe("an agent that names thousands of workspaces", () => {
  test("leaves the sessions of others alone", () => {
    const book = createSessionBook();
    const quiet = intentOf("did:aeon:quiet:1.0:abc", "s");
    book.answered(quiet, secret, "APPROVED", ["first"], start);
    flood(book, "did:aeon:loud:1.0:abc", 20_000, start + 1);
    expect(book.session(quiet, start + 2)).toMatchObject({ intents: 1, secretReadAt: start, marks: { first: start } });
    expect(book.rates(quiet, start + 2).intents).toBe(1);
  });

  test("cannot shed what its own have done: an unknown one may be any of them", () => {
    const book = createSessionBook();
    const agentDid = "did:aeon:loud:1.0:abc";
    const reader = intentOf(agentDid, "reader");
    book.answered(reader, secret, "APPROVED", ["first"], start);
    expect(book.session(intentOf(agentDid, "new"), start).secretReadAt).toBeUndefined();
    flood(book, agentDid, 6000, start + 1);
    const again = book.session(reader, start + 2);
    expect(again).toMatchObject({ secretReadAt: start, persistenceAt: start, marks: { first: start } });
    expect(seenOn(again.hosts, rememberedItems).map(({ value }) => value)).toContain("example.com");
    expect(book.rates(reader, start + 2).intents).toBe(6001);
  });

  test("does not hand counts from session to session, nor anything that is older than a day", () => {
    const book = createSessionBook();
    const agentDid = "did:aeon:busy:1.0:abc";
    for (let each = 0; each < 7; each += 1)
      book.answered(intentOf(agentDid, "reader"), secret, each === 0 ? "APPROVED" : "DENIED", ["first"], start);
    for (let round = 0; round < 5; round += 1) flood(book, agentDid, 300, start + 1 + round * (day / 2));
    const fresh = book.session(intentOf(agentDid, "new"), start + 2 * day + 2);
    expect(fresh).toMatchObject({ intents: 0, denied: 0, marks: {} });
    expect(fresh.secretReadAt).toBeUndefined();
  });

  test("is rid of them a day after the last of them", () => {
    const book = createSessionBook();
    const agentDid = "did:aeon:loud:1.0:abc";
    book.answered(intentOf(agentDid, "reader"), secret, "APPROVED", ["first"], start);
    flood(book, agentDid, 300, start + 1);
    expect(book.session(intentOf(agentDid, "new"), start + day).marks).toEqual({ first: start });
    expect(book.session(intentOf(agentDid, "new"), start + 2 * day).marks).toEqual({});
  });
});

test("many agents keep at least their last session, however many sessions there are", () => {
  const book = createSessionBook();
  const agents = Array.from({ length: 60 }, (_, each) => `did:aeon:agent-${each}:1.0:abc`);
  for (const agentDid of agents) flood(book, agentDid, 150, start);
  const newcomer = intentOf("did:aeon:newcomer:1.0:abc", "s");
  book.answered(newcomer, secret, "APPROVED", ["first"], start);
  for (const agentDid of agents) flood(book, agentDid, 10, start + 1);
  expect(book.session(newcomer, start + 2)).toMatchObject({ intents: 1, marks: { first: start } });
  const { agents: kept } = book.past();
  const sessions = [...kept.values()].reduce((sum, { byWorkspace }) => sum + byWorkspace.size, 0);
  expect(sessions).toBeLessThanOrEqual(5001);
});

test("goes on in another book where it ended", () => {
  const book = createSessionBook();
  const agentDid = "did:aeon:loud:1.0:abc";
  book.answered(intentOf(agentDid, "reader"), secret, "APPROVED", ["first"], start);
  flood(book, agentDid, 300, start + 1);
  const next = createSessionBook(structuredClone(book.past()));
  for (const name of ["reader", "flood-0", "flood-299", "new"]) {
    const intent = intentOf(agentDid, name);
    expect(next.session(intent, start + 2)).toEqual(book.session(intent, start + 2));
  }
  flood(next, agentDid, 300, start + 3);
  expect(next.session(intentOf(agentDid, "new"), start + 4).marks).toEqual({ first: start });
});

test("a past that cannot be read is unknown for a day, in every session", () => {
  const book = createSessionBook({ agents: new Map(), unknownBefore: start });
  const intent = intentOf("did:aeon:quiet:1.0:abc", "s");
  book.answered(intent, nothing, "APPROVED", [], start + 1);
  expect(book.session(intent, start + day).unknownBefore).toBe(start);
  expect(book.session(intent, start + day + 1).unknownBefore).toBeUndefined();
});

describe("what a peer did", () => {
  const kimi = "did:aeon:kimi:1.0:abc";

  test("is not shed by a new session id, nor by a new name", () => {
    const book = createSessionBook();
    book.answered(sentBy("p1", kimi, "one"), secret, "APPROVED", ["first"], start);
    const seen = { intents: 1, secretReadAt: start, marks: { first: start } };
    expect(book.session(sentBy("p1", kimi, "two"), start + 1)).toMatchObject(seen);
    expect(book.session(sentBy("p1", "did:aeon:new:1.0:abc", "two"), start + 1)).toMatchObject(seen);
    expect(book.rates(sentBy("p1", "did:aeon:new:1.0:abc", "two"), start + 1).intents).toBe(1);
    expect(book.session(sentBy("p2", "did:aeon:new:1.0:abc", "two"), start + 1).intents).toBe(0);
  });

  test("is not shed by leaving the workspace out", () => {
    const book = createSessionBook();
    book.answered(sentBy("p1", kimi, "one"), secret, "APPROVED", ["first"], start);
    const anywhere = commandIntent("ls", { agentDid: kimi, peerKey: "p1", context: {} });
    expect(book.session(anywhere, start + 1)).toMatchObject({ secretReadAt: start, marks: { first: start } });
  });

  test("is known to the agent when it goes on as another process", () => {
    const book = createSessionBook();
    book.answered(sentBy("p1", kimi, "one"), secret, "APPROVED", ["first"], start);
    book.answered(sentBy("p2", "did:aeon:other:1.0:abc", "one"), nothing, "DENIED", [], start + 1);
    // From here on the name, both processes and the other name are one agent.
    const joined = { intents: 2, denied: 1, secretReadAt: start, marks: { first: start } };
    expect(book.session(sentBy("p2", kimi, "three"), start + 2)).toMatchObject(joined);
    expect(book.session(sentBy("p3", "did:aeon:other:1.0:abc", "x"), start + 2)).toMatchObject(joined);
    expect(book.rates(sentBy("p1", "did:aeon:x:1.0:abc", "x"), start + 2).intents).toBe(2);
    const next = createSessionBook(structuredClone(book.past()));
    expect(next.session(sentBy("p2", kimi, "three"), start + 2)).toMatchObject(joined);
  });

  test("is not pushed out by a process that invents names", () => {
    const book = createSessionBook();
    book.answered(sentBy("quiet", kimi, "s"), secret, "APPROVED", ["first"], start);
    for (let each = 0; each < 20_000; each += 1)
      book.answered(sentBy("loud", `did:aeon:invented-${each}:1.0:abc`, `s-${each}`), nothing, "APPROVED", [], start);
    expect(book.session(sentBy("quiet", kimi, "s"), start + 1)).toMatchObject({ intents: 1, secretReadAt: start });
    expect(book.rates(sentBy("loud", "did:aeon:yet-another:1.0:abc", "s"), start + 1).intents).toBe(20_000);
    expect(book.past().agents.size).toBeLessThan(500);
  });

  test("counts for a day, however long it works in one place", () => {
    const book = createSessionBook();
    book.answered(sentBy("p1", kimi, "s"), secret, "APPROVED", [], start);
    for (let hour = 1; hour <= 30; hour += 1)
      book.answered(sentBy("p1", kimi, "s"), nothing, "APPROVED", [], start + hour * 3_600_000);
    const session = book.session(sentBy("p1", kimi, "s"), start + day + 7 * 3_600_000);
    expect(session.secretReadAt).toBeUndefined();
    expect(session.intents).toBeLessThan(10);
  });
});
