// Requests of terminals that wait for a word in the window, and what can be undone.
import { expect, test, vi } from "vitest";
import {
  createTerminalRequests,
  type FromTerminal,
  type Undo,
} from "../../../../src/main/operations/terminal/requests.ts";
import { fail, ok } from "../../../../src/shared/lib/result.ts";
import type { TerminalState } from "../../../../src/shared/contract/terminal.ts";

const request: FromTerminal = {
  title: "Allow once: npm publish",
  details: [],
  actor: "cli:anna",
  origin: { program: "bash", pid: 42, tty: "/dev/pts/1" },
};

function requestsWithClock() {
  const timers: { run: () => void; ms: number }[] = [];
  const published: TerminalState[] = [];
  let last = 0;
  const requests = createTerminalRequests({
    clock: {
      now: () => 1000,
      after: (ms, run) => {
        const timer = { run, ms };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    identifiers: { next: () => `id-${(last += 1)}` },
    events: { publish: (event) => event.type === "terminal_changed" && published.push(event.terminal) },
  });
  return { requests, timers, published };
}

const stays = () => new AbortController().signal;

test("nobody answers: it ends as expired, once", async () => {
  const { requests, timers, published } = requestsWithClock();
  const word = requests.ask(request, stays());
  expect(requests.state().confirmations).toMatchObject([
    { confirmationId: "id-1", requestedAt: 1000, expiresAt: 121_000 },
  ]);
  timers[0]?.run();
  expect(await word).toBe("expired");
  expect(requests.answer("id-1", true)).toBe(false);
  expect(published.map(({ confirmations }) => confirmations.length)).toEqual([1, 0]);
});

test("an answer ends the countdown", async () => {
  const { requests, timers } = requestsWithClock();
  const [first, second] = [requests.ask(request, stays()), requests.ask(request, stays())];
  expect(requests.answer("id-2", false)).toBe(true);
  expect(requests.answer("id-1", true)).toBe(true);
  expect(await Promise.all([first, second])).toEqual(["confirmed", "rejected"]);
  expect(timers).toEqual([]);
});

test("more than the window can show are turned away, and a stop ends all of them", async () => {
  const { requests } = requestsWithClock();
  const words = Array.from({ length: 21 }, () => requests.ask(request, stays()));
  expect(await words[20]).toBe("crowded");
  requests.stop();
  expect(new Set(await Promise.all(words.slice(0, 20)))).toEqual(new Set(["expired"]));
});

test("whoever has gone already is not waited for", async () => {
  const { requests } = requestsWithClock();
  expect(await requests.ask(request, AbortSignal.abort())).toBe("gone");
});

test("undo works once, and only the latest are remembered", async () => {
  const { requests } = requestsWithClock();
  const undo = vi.fn<Undo>(() => Promise.resolve(ok(undefined)));
  requests.done(request, undo);
  requests.done(request, undefined);
  expect(requests.state().actions.map((action) => action.undo)).toEqual(["possible", "none"]);
  const both = await Promise.all([requests.undo("id-1", "console"), requests.undo("id-1", "console")]);
  expect(both.map((result) => result.ok)).toEqual([true, false]);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(requests.state().actions[0]?.undo).toBe("done");
  for (let more = 0; more < 30; more += 1) requests.done(request, undo);
  expect(requests.state().actions).toHaveLength(20);
  expect(await requests.undo("id-3", "console")).toMatchObject({ ok: false });
});

test("an undo that failed can be tried again", async () => {
  const { requests } = requestsWithClock();
  const undo = vi
    .fn<Undo>()
    .mockResolvedValueOnce(fail({ code: "unavailable", message: "The disk is full." }))
    .mockResolvedValueOnce(ok(undefined));
  requests.done(request, undo);
  const actionId = requests.state().actions[0]?.actionId ?? "";
  expect(await requests.undo(actionId, "console")).toMatchObject({ error: { code: "unavailable" } });
  expect(await requests.undo(actionId, "console")).toMatchObject({ value: { undo: "done" } });
  expect(await requests.undo(actionId, "console")).toMatchObject({ error: { code: "not_found" } });
});
