// The book of sessions: nobody pushes another agent's sessions out of it, and what it has no room for makes nothing looser.
import { describe, expect, test } from "vitest";
import { createSessionBook, type SessionBook } from "../../src/main/engine/session-book.ts";
import { rememberedItems } from "../../src/main/engine/sessions.ts";
import { seenOn } from "../../src/main/engine/trail.ts";
import { day } from "../../src/shared/clock.ts";
import { commandIntent } from "../support/engine.ts";
import { makeFacts, makeHost, makePath } from "../support/facts.ts";

const start = 1_000_000;
const secret = makeFacts({
  paths: [makePath("/s", { zone: "secrets" })],
  hosts: [makeHost("example.com")],
  effects: ["persistence"],
});
const nothing = makeFacts({});
const intentOf = (agentDid: string, sessionId: string) => commandIntent("ls", { agentDid, context: { sessionId } });

function flood(book: SessionBook, agentDid: string, count: number, now: number): void {
  for (let each = 0; each < count; each += 1)
    book.answered(intentOf(agentDid, `flood-${each}`), nothing, "APPROVED", [], now);
}

describe("an agent that names thousands of sessions", () => {
  test("leaves the sessions of others alone", () => {
    const book = createSessionBook();
    const quiet = intentOf("did:aeon:quiet:1.0:abc", "s");
    book.answered(quiet, secret, "APPROVED", ["first"], start);
    flood(book, "did:aeon:loud:1.0:abc", 20_000, start + 1);
    expect(book.session(quiet, start + 2)).toMatchObject({ intents: 1, secretReadAt: start, marks: { first: start } });
    expect(book.rates(quiet.agentDid, start + 2).intents).toBe(1);
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
    expect(book.rates(agentDid, start + 2).intents).toBe(6001);
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
  const sessions = [...kept.values()].reduce((sum, { byName }) => sum + byName.size, 0);
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
