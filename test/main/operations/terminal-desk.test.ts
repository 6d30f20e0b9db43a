// Requests of terminals that wait for a word in the window, and what can be undone.
import { expect, test, vi } from "vitest";
import { createTerminalDesk, type FromTerminal, type Undo } from "../../../src/main/operations/terminal-desk.ts";
import { fail, ok } from "../../../src/shared/result.ts";
import type { TerminalState } from "../../../src/shared/terminal.ts";

const request: FromTerminal = {
  title: "Allow once: npm publish",
  details: [],
  actor: "cli:anna",
  origin: { program: "bash", pid: 42, tty: "/dev/pts/1" },
};

function deskWithClock() {
  const timers: { run: () => void; ms: number }[] = [];
  const published: TerminalState[] = [];
  let last = 0;
  const desk = createTerminalDesk({
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
  return { desk, timers, published };
}

const stays = () => new AbortController().signal;

test("nobody answers: it ends as expired, once", async () => {
  const { desk, timers, published } = deskWithClock();
  const word = desk.ask(request, stays());
  expect(desk.state().confirmations).toMatchObject([{ confirmationId: "id-1", requestedAt: 1000, expiresAt: 121_000 }]);
  timers[0]?.run();
  expect(await word).toBe("expired");
  expect(desk.answer("id-1", true)).toBe(false);
  expect(published.map(({ confirmations }) => confirmations.length)).toEqual([1, 0]);
});

test("an answer ends the countdown", async () => {
  const { desk, timers } = deskWithClock();
  const [first, second] = [desk.ask(request, stays()), desk.ask(request, stays())];
  expect(desk.answer("id-2", false)).toBe(true);
  expect(desk.answer("id-1", true)).toBe(true);
  expect(await Promise.all([first, second])).toEqual(["confirmed", "rejected"]);
  expect(timers).toEqual([]);
});

test("more than the window can show are turned away, and a stop ends all of them", async () => {
  const { desk } = deskWithClock();
  const words = Array.from({ length: 21 }, () => desk.ask(request, stays()));
  expect(await words[20]).toBe("crowded");
  desk.stop();
  expect(new Set(await Promise.all(words.slice(0, 20)))).toEqual(new Set(["expired"]));
});

test("whoever has gone already is not waited for", async () => {
  const { desk } = deskWithClock();
  expect(await desk.ask(request, AbortSignal.abort())).toBe("gone");
});

test("undo works once, and only the latest are remembered", async () => {
  const { desk } = deskWithClock();
  const undo = vi.fn<Undo>(() => Promise.resolve(ok(undefined)));
  desk.done(request, undo);
  desk.done(request, undefined);
  expect(desk.state().actions.map((action) => action.undo)).toEqual(["possible", "none"]);
  const both = await Promise.all([desk.undo("id-1", "console"), desk.undo("id-1", "console")]);
  expect(both.map((result) => result.ok)).toEqual([true, false]);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(desk.state().actions[0]?.undo).toBe("done");
  for (let more = 0; more < 30; more += 1) desk.done(request, undo);
  expect(desk.state().actions).toHaveLength(20);
  expect(await desk.undo("id-3", "console")).toMatchObject({ ok: false });
});

test("an undo that failed can be tried again", async () => {
  const { desk } = deskWithClock();
  const undo = vi
    .fn<Undo>()
    .mockResolvedValueOnce(fail({ code: "unavailable", message: "The disk is full." }))
    .mockResolvedValueOnce(ok(undefined));
  desk.done(request, undo);
  const actionId = desk.state().actions[0]?.actionId ?? "";
  expect(await desk.undo(actionId, "console")).toMatchObject({ error: { code: "unavailable" } });
  expect(await desk.undo(actionId, "console")).toMatchObject({ value: { undo: "done" } });
  expect(await desk.undo(actionId, "console")).toMatchObject({ error: { code: "not_found" } });
});
