// When updates happen: only while they are switched on, never while anybody waits, and with a question before the restart.
import { describe, expect, test } from "vitest";
import { createUpdates, isBusy, type UpdatePorts } from "../../../src/main/services/updates.ts";
import { day, minute } from "../../../src/shared/lib/clock.ts";
import { ok, fail } from "../../../src/shared/lib/result.ts";

function stage(more: Partial<UpdatePorts> = {}) {
  const state = { enabled: true, busy: false, now: 0, agrees: true };
  const done: string[] = [];
  const updates = createUpdates({
    enabled: () => Promise.resolve(state.enabled),
    busy: () => Promise.resolve(state.busy),
    updater: {
      check: () => {
        done.push("check");
        return Promise.resolve("0.2.0");
      },
      download: () => {
        done.push("download");
        return Promise.resolve();
      },
    },
    askToRestart: (version) => {
      done.push(`ask ${version}`);
      return Promise.resolve(state.agrees);
    },
    restart: () => void done.push("restart"),
    onFault: (error) => void done.push(`fault ${String(error)}`),
    now: () => state.now,
    ...more,
  });
  return { state, done, updates };
}

describe("updates", () => {
  test("are found, fetched, asked about and installed", async () => {
    const { updates, done } = stage();
    await updates.step();
    expect(done).toEqual(["check", "download", "ask 0.2.0", "restart"]);
  });

  test("that are switched off ask nobody", async () => {
    const { updates, done, state } = stage();
    state.enabled = false;
    await updates.step();
    expect(done).toEqual([]);
    state.enabled = true;
    await updates.step();
    expect(done).toContain("check");
  });

  test("neither ask nor restart while a request waits", async () => {
    const { updates, done, state } = stage();
    state.busy = true;
    await updates.step();
    await updates.step();
    expect(done).toEqual(["check", "download"]);
    state.busy = false;
    await updates.step();
    expect(done).toEqual(["check", "download", "ask 0.2.0", "restart"]);
  });

  test("wait for a request that came while the question was open, and do not ask twice", async () => {
    const { updates, done, state } = stage({
      askToRestart: () => {
        state.busy = true;
        return Promise.resolve(true);
      },
    });
    await updates.step();
    await updates.step();
    expect(done).toEqual(["check", "download"]);
    state.busy = false;
    await updates.step();
    expect(done).toEqual(["check", "download", "restart"]);
  });

  test("that are put off come up again a day later, and are not fetched again", async () => {
    const { updates, done, state } = stage();
    state.agrees = false;
    await updates.step();
    state.now += minute;
    await updates.step();
    expect(done).toEqual(["check", "download", "ask 0.2.0"]);
    state.now += day;
    await updates.step();
    expect(done).toEqual(["check", "download", "ask 0.2.0", "ask 0.2.0"]);
  });

  test("that were switched off after the human agreed do not happen", async () => {
    const { updates, done, state } = stage({
      askToRestart: () => {
        state.enabled = false;
        return Promise.resolve(true);
      },
    });
    await updates.step();
    await updates.step();
    expect(done).toEqual(["check", "download"]);
  });

  test("are only told of, once, where a package manager owns the program", async () => {
    const told: string[] = [];
    const { updates, done, state } = stage({ tell: (version) => void told.push(version) });
    await updates.step();
    state.now += day;
    await updates.step();
    expect(done).toEqual(["check", "check"]);
    expect(told).toEqual(["0.2.0"]);
  });

  test("that fail are tried again a day later, and nothing is installed", async () => {
    const failing = { check: () => Promise.reject(new Error("not signed")), download: () => Promise.resolve() };
    const { updates, done, state } = stage({ updater: failing });
    await updates.step();
    await updates.step();
    expect(done).toEqual(["fault Error: not signed"]);
    state.now += day;
    await updates.step();
    expect(done).toHaveLength(2);
  });
});

describe("the engine is busy", () => {
  const nothing = {
    listApprovals: () => Promise.resolve(ok([])),
    listExecutions: () => Promise.resolve(ok([])),
    listRuns: () => Promise.resolve(ok([])),
  };

  test("while anything waits or runs, and when it does not answer", async () => {
    expect(await isBusy(nothing)).toBe(false);
    const unavailable = () => Promise.resolve(fail({ code: "unavailable" as const, message: "no engine" }));
    expect(await isBusy({ ...nothing, listApprovals: unavailable })).toBe(true);
    expect(await isBusy({ ...nothing, listExecutions: unavailable })).toBe(true);
    expect(await isBusy({ ...nothing, listRuns: unavailable })).toBe(true);
  });
});
