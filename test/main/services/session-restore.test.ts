// What sessions did before the start: what cannot be read in time counts as done, and the fault is told.
import { describe, expect, test, vi } from "vitest";
import type { PastSessions } from "../../../src/main/engine/sessions/session-book.ts";
import { sessionsBefore } from "../../../src/main/services/session-restore.ts";

const now = 1_000_000;

async function read(sessions: () => Promise<PastSessions>, late = false) {
  const faults: unknown[] = [];
  const cancel = vi.fn<() => void>();
  const after = (_milliseconds: number, run: () => void) => {
    if (late) run();
    return cancel;
  };
  const clock = { now: () => now, after };
  const past = await sessionsBefore({ clock, pastActions: { sessions } }, (error) => void faults.push(error));
  expect(cancel).toHaveBeenCalledOnce();
  return { past, faults };
}

describe("the past", () => {
  test("that was read is taken as it is", async () => {
    const past: PastSessions = { agents: new Map(), unknownBefore: now - 5000 };
    expect(await read(async () => past)).toEqual({ past, faults: [] });
  });

  test("that was read in part is told as a fault", async () => {
    const { faults } = await read(async () => ({ agents: new Map(), unknownBefore: now }));
    expect(faults).toHaveLength(1);
  });

  test.each([
    ["cannot be read", () => Promise.reject(new Error("SQLITE_CORRUPT")), false],
    ["takes too long", () => new Promise<PastSessions>(() => {}), true],
  ])("that %s is unknown", async (_, sessions, late) => {
    const { past, faults } = await read(sessions, late);
    expect(past).toEqual({ agents: new Map(), unknownBefore: now });
    expect(faults).toHaveLength(1);
  });
});
