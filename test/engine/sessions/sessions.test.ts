// Sessions: what is remembered of a step, what is only counted, and that it stays bounded.
import { describe, expect, test } from "vitest";
import { cameFromNetwork } from "../../../src/main/engine/sessions/downloads.ts";
import {
  intentsInLastMinute,
  perform,
  reachesNetwork,
  remember,
  requestsInLastMinute,
  type SessionView,
  startSession,
} from "../../../src/main/engine/sessions/sessions.ts";
import { createSessionBook } from "../../../src/main/engine/sessions/session-book.ts";
import { emptyTrail, rememberedItems, type Seen, seenOn, type Trail } from "../../../src/main/engine/sessions/trail.ts";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import { commandIntent } from "../../support/engine/engine.ts";
import { commandFacts } from "../normalise/support.ts";
import { makeCommandFacts, makeFacts, makeHost, makePath } from "../../support/engine/facts.ts";

const start = 1_000_000;
const values = (seen: readonly Seen[] | Trail) =>
  ("recent" in seen ? seenOn(seen, rememberedItems) : seen).map((item) => item.value);
const approved = (session: SessionView, facts: Partial<Facts>, at = start) =>
  remember(session, makeFacts(facts), "APPROVED", at);

const download: Partial<Facts> = {
  hosts: [makeHost("example.com")],
  paths: [makePath("/tmp/x.sh", { access: "write" })],
};

test.each([
  ["curl localhost:3000; git pull", true],
  ["npm ci && curl localhost:3000", true],
  ["curl localhost:3000; curl example.org", true],
  ["git pull", true],
  ["curl localhost:3000; curl localhost:3000", false],
  ["git push http://localhost:3000/x.git main", false],
  ["python3 -c 'import requests; requests.get(\"http://localhost:3000\")'; curl localhost:3000", false],
  ["ls", false],
])("%s reaches the network: %s", (command, expected) => expect(reachesNetwork(commandFacts(command))).toBe(expected));

describe("a step", () => {
  test("that runs is remembered", () => {
    const session = approved(startSession(start), {
      paths: [makePath("/a"), makePath("/b", { access: "write" }), makePath("/s", { zone: "secrets" })],
      hosts: [makeHost("example.com"), makeHost("localhost", { local: true })],
      effects: ["persistence"],
    });
    expect(values(session.read)).toEqual(["/a", "/s"]);
    expect(values(session.written)).toEqual(["/b"]);
    expect(values(session.hosts)).toEqual(["example.com"]);
    expect(session).toMatchObject({ intents: 1, denied: 0, secretReadAt: start, persistenceAt: start });
  });

  test.each(["DENIED", "ESCALATE"] as const)("that was %s only counts", (outcome) => {
    const session = remember(startSession(start), makeFacts(download), outcome, start, ["sequence"]);
    expect(session).toMatchObject({
      intents: 1,
      denied: outcome === "DENIED" ? 1 : 0,
      written: emptyTrail,
      downloaded: [],
      marks: {},
    });
  });

  test("that a human released later is remembered without counting again", () => {
    const held = remember(startSession(start), makeFacts(download), "ESCALATE", start);
    const released = perform(held, makeFacts(download), start + 1, ["sequence"]);
    expect(released).toMatchObject({ intents: 1, marks: { sequence: start + 1 } });
    expect(values(released.downloaded)).toEqual(["/tmp/x.sh"]);
  });

  test("never changes the session it started from", () => {
    const before = Object.freeze(startSession(start));
    approved(before, download);
    expect(before).toEqual(startSession(start));
  });
});

describe("downloads", () => {
  test("are files written by a step that fetched something", () => {
    expect(values(approved(startSession(start), download).downloaded)).toEqual(["/tmp/x.sh"]);
    const upload = { ...download, hosts: [makeHost("example.com", { direction: "upload" })] };
    expect(approved(startSession(start), upload).downloaded).toEqual([]);
    expect(approved(startSession(start), { ...download, hosts: [] }).downloaded).toEqual([]);
  });

  test("stay downloads when they are copied or moved", () => {
    const copied = approved(approved(startSession(start), download), {
      paths: [makePath("/tmp/x.sh"), makePath("/tmp/y.sh", { access: "write" })],
    });
    expect(values(copied.downloaded)).toEqual(["/tmp/x.sh", "/tmp/y.sh"]);
  });
});

describe("folders that came from the network", () => {
  const archive = { paths: [makePath("/tmp/x.sh")], arrivals: [{ path: "/work/x", from: "archive" }] } as const;
  const filled = approved(approved(startSession(start), download), archive);

  test("are those a download was unpacked into, and everything below them", () => {
    expect(cameFromNetwork(filled, ["/work/x/run", "/work/x", "/work/xy", "/work/run"])).toEqual([
      "/work/x/run",
      "/work/x",
    ]);
    expect(approved(startSession(start), archive).downloaded).toEqual([]);
  });

  test("are those another machine sent, though no host was named", () => {
    const session = approved(startSession(start), { arrivals: [{ path: "/work/x", from: "network" }] });
    expect(cameFromNetwork(session, ["/work/x/run"])).toEqual(["/work/x/run"]);
  });

  test("give what is copied out of them its origin, under either name", () => {
    const copied = approved(filled, { paths: [makePath("/work/x/run"), makePath("/work/bin", { access: "write" })] });
    expect(cameFromNetwork(copied, ["/work/bin", "/work/bin/run"])).toHaveLength(2);
  });

  test("hold what the agent wrote itself, until they are filled again", () => {
    const own = approved(
      filled,
      { tool: "write_file", content: "ls", wholeFile: true, paths: [makePath("/work/x/own.sh", { access: "write" })] },
      start + 1,
    );
    expect(cameFromNetwork(own, ["/work/x/own.sh"])).toEqual([]);
    expect(cameFromNetwork(approved(own, archive, start + 2), ["/work/x/own.sh"])).toHaveLength(1);
    const edit = { tool: "write_file", content: "ls", paths: [makePath("/work/x/run", { access: "write" })] } as const;
    expect(cameFromNetwork(approved(filled, edit, start + 1), ["/work/x/run"])).toHaveLength(1);
    const two = { ...edit, wholeFile: true, paths: [...edit.paths, makePath("/work/y", { access: "write" })] } as const;
    expect(cameFromNetwork(approved(filled, two, start + 1), ["/work/x/run"])).toHaveLength(1);
    const touched = approved(filled, { paths: [makePath("/work/x/run", { access: "write" })] }, start + 1);
    expect(cameFromNetwork(touched, ["/work/x/run"])).toHaveLength(1);
  });

  test("are not what git clones", () => {
    const session = approved(startSession(start), {
      ...makeCommandFacts("git clone https://example.com/x x"),
      hosts: [makeHost("example.com")],
      paths: [makePath("/work/x", { access: "write", recursive: true }), makePath("/work/log", { access: "write" })],
    });
    expect(values(session.downloaded)).toEqual(["/work/log"]);
  });
});

test("a session stays bounded, and forgets the oldest first", () => {
  let session = startSession(start);
  for (let index = 0; index < rememberedItems + 50; index += 1)
    session = approved(session, { paths: [makePath(`/${index}`)] });
  expect(values(session.read)).toHaveLength(rememberedItems);
  expect(values(session.read)[0]).toBe("/50");
  session = approved(session, { paths: [makePath("/60")] });
  expect(values(session.read).at(-1)).toBe("/60");
  expect(values(session.read)).toHaveLength(rememberedItems);
});

test("a flood of downloads does not make an old one forgotten", () => {
  let session = approved(startSession(start), download);
  const flood = (folder: (each: number) => string) => {
    for (let round = 0; round < 10; round += 1) {
      const paths = Array.from({ length: 500 }, (_, each) => makePath(folder(round * 500 + each), { access: "write" }));
      session = approved(session, { ...download, paths });
    }
  };
  flood((each) => `/home/dev/data/${each}`);
  expect(session.downloaded.length).toBeLessThanOrEqual(2000);
  expect(cameFromNetwork(session, ["/tmp/x.sh", "/home/dev/data/7"])).toHaveLength(2);
  expect(cameFromNetwork(session, ["/home/dev/x.sh", "/usr/bin/node"])).toEqual([]);
  flood((each) => `/home/dev/data/${each}/${each}/x`);
  flood((each) => `$DIR${each}/x`);
  flood((each) => `name${each}`);
  expect(session.downloaded.length).toBeLessThanOrEqual(2000);
  expect(cameFromNetwork(session, ["/tmp/x.sh", "/home/dev/data/7/7/x"])).toHaveLength(2);
});

test("rates count the last minute", () => {
  let session = startSession(start);
  for (let second = 0; second < 120; second += 1) {
    session = approved(session, second % 2 === 0 ? { hosts: [makeHost("example.com")] } : {}, start + second * 1000);
  }
  const now = start + 119_000;
  expect(intentsInLastMinute(session, now)).toBeGreaterThanOrEqual(55);
  expect(intentsInLastMinute(session, now)).toBeLessThanOrEqual(65);
  expect(requestsInLastMinute(session, now)).toBeGreaterThanOrEqual(27);
  expect(intentsInLastMinute(session, now + 120_000)).toBe(0);
  expect(session.buckets.length).toBeLessThanOrEqual(13);
});

test("a clock that is set back does not reset the rate, and blocks nobody for longer than a minute", () => {
  let session = startSession(start);
  for (let each = 0; each < 5; each += 1) session = approved(session, download);
  const back = start - 3_600_000;
  session = approved(session, download, back);
  expect(intentsInLastMinute(session, back)).toBe(6);
  expect(requestsInLastMinute(session, back)).toBe(6);
  expect(intentsInLastMinute(approved(session, {}, back + 70_000), back + 70_000)).toBe(1);
});

test("no name of a workspace reaches the count over all of them", () => {
  const book = createSessionBook();
  const intent = (workspace: string) => commandIntent("ls", { context: { workspace } });
  for (const name of ["\n", "", "a"]) book.answered(intent(name), makeFacts({}), "APPROVED", [], start);
  expect(book.rates(intent("x"), start).intents).toBe(3);
  expect(book.session(intent("\n"), start).intents).toBe(1);
});

test("what was downloaded in one workspace, the agent has in every one", () => {
  const book = createSessionBook();
  const intent = (workspace: string, agentDid?: string) =>
    commandIntent("ls", { context: { workspace }, ...(agentDid === undefined ? {} : { agentDid }) });
  const downloads = (workspace: string, agentDid?: string) =>
    values(book.session(intent(workspace, agentDid), start).downloaded);
  book.answered(intent("a"), makeFacts(download), "APPROVED", [], start);
  expect(downloads("b")).toEqual(["/tmp/x.sh"]);
  const later = makeFacts({ ...download, paths: [makePath("/tmp/later.sh", { access: "write" })] });
  book.released(intent("b"), later, [], start);
  expect(downloads("a")).toEqual(["/tmp/x.sh", "/tmp/later.sh"]);
  expect(downloads("a", "did:aeon:other:1.0:abc")).toEqual([]);
  // The rest of what a session did stays its own.
  expect(book.session(intent("b"), start).intents).toBe(0);
});
