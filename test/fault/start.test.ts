// A start that fails at any step says why and leaves nothing behind: no thread, no lock, no socket, no timer.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Gatehouse, startGatehouse, type StartOptions } from "../../src/main/app/start.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** Each step registers how to undo itself; the one named here then fails. */
const steps = vi.hoisted((): { failing: string | undefined; done: string[] } => ({ failing: undefined, done: [] }));

vi.mock(import("../../src/main/app/cleanup.ts"), async (load) => {
  const { createCleanup } = await load();
  return {
    createCleanup: (report) => {
      const cleanup = createCleanup(report);
      return {
        ...cleanup,
        defer(name, close) {
          cleanup.defer(name, close);
          steps.done.push(name);
          if (name === steps.failing) throw new Error(`injected after ${name}`);
        },
      };
    },
  };
});

const resourcesDirectory = join(import.meta.dirname, "../../resources");

beforeEach(() => {
  steps.failing = undefined;
  steps.done = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  timers.length = 0;
  for (const name of ["setTimeout", "setInterval"] as const) {
    const original = globalThis[name];
    vi.spyOn(globalThis, name).mockImplementation((...given: Parameters<typeof setTimeout>) => {
      const timer = original(...given);
      timers.push(timer);
      return timer;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Every timer the product has set; the test runner uses others. */
const timers: NodeJS.Timeout[] = [];
/** Neither cleared nor run out; nothing public says so. */
const isPending = (timer: NodeJS.Timeout): boolean => Reflect.get(timer, "_destroyed") !== true;

function start(dataDirectory: string, changes: Partial<StartOptions> = {}) {
  return startGatehouse({ dataDirectory, port: 0, resourcesDirectory, ...changes });
}

async function startAndStop(dataDirectory: string): Promise<void> {
  const started = await start(dataDirectory);
  if (!started.ok) throw new Error(started.error);
  await started.value.stop();
}

/** What is open in this process, apart from what changes by itself: the pipes and timers of the test runner. */
function openResources(): readonly string[] {
  const kinds = /Server|Watch|FSEvent|Worker|MessagePort|TTY/;
  const handles = process.getActiveResourcesInfo().filter((kind) => kinds.test(kind));
  return [...handles, ...timers.filter(isPending).map(() => "timer"), ...threads()].toSorted();
}

/** Of Linux only: elsewhere the resources have to do. */
function threads(): readonly string[] {
  if (process.platform !== "linux") return [];
  const names = readdirSync("/proc/self/task").map((task) => nameOf(task));
  return names.filter((name) => name === "WorkerThread");
}

function nameOf(task: string): string {
  try {
    return readFileSync(`/proc/self/task/${task}/comm`, "utf8").trim();
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

async function expectNothingLeft(before: readonly string[], dataDirectory: string): Promise<void> {
  await expect.poll(openResources).toEqual(before);
  const left = readdirSync(dataDirectory).filter((name) => /\.sock$|^address\.json$|-wal$/.test(name));
  expect(left).toEqual([]);
}

test("after any of its steps", { timeout: 240_000 }, async () => {
  const before = openResources();
  const dataDirectory = temporaryDirectory();
  await startAndStop(dataDirectory);
  const all = [...steps.done];
  expect(all).toEqual(expect.arrayContaining(["ledger", "policy file", "risk model", "listeners", "address file"]));
  for (const step of all) {
    steps.failing = step;
    steps.done = [];
    // Each also shows that the one before has let go of the directory.
    expect(await start(dataDirectory)).toEqual({ ok: false, error: `Gatehouse cannot start: injected after ${step}` });
    expect(steps.done.at(-1)).toBe(step);
    await expectNothingLeft(before, dataDirectory);
  }
  steps.failing = undefined;
  await startAndStop(dataDirectory);
  await expectNothingLeft(before, dataDirectory);
});

describe("for a reason of its own", () => {
  const blocked = (name: string) => (dataDirectory: string) => {
    mkdirSync(join(dataDirectory, name, "in the way"), { recursive: true });
    return () => rmSync(join(dataDirectory, name), { recursive: true });
  };
  const broken = (name: string) => (dataDirectory: string) => {
    writeFileSync(join(dataDirectory, name), "{ broken");
    return () => rmSync(join(dataDirectory, name));
  };

  test.each([
    { part: "the token", arrange: blocked("token"), reason: "token" },
    { part: "the settings", arrange: broken("settings.json"), reason: "settings.json cannot be read" },
    { part: "the ledger", arrange: blocked("console.key"), reason: "The console's key" },
    { part: "the policy", arrange: broken("policy.yaml"), reason: "policy.yaml does not load" },
    { part: "the address file", arrange: blocked("address.json"), reason: "address.json" },
  ])("$part", async ({ arrange, reason }) => {
    const before = openResources();
    const dataDirectory = temporaryDirectory();
    const repair = arrange(dataDirectory);
    const started = await start(dataDirectory);
    expect(started).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
    repair();
    await expectNothingLeft(before, dataDirectory);
    await startAndStop(dataDirectory);
  });

  test("the listeners", async () => {
    const before = openResources();
    const dataDirectory = temporaryDirectory();
    const started = await start(dataDirectory, { address: "192.0.2.1", token: "t" });
    expect(started).toMatchObject({ ok: false });
    await expectNothingLeft(before, dataDirectory);
    await startAndStop(dataDirectory);
  });

  test("another engine that has the ledger, which goes on", async () => {
    const dataDirectory = temporaryDirectory();
    const first = valueOf(await start(dataDirectory));
    const before = openResources();
    expect(await start(dataDirectory)).toMatchObject({ ok: false, error: expect.stringContaining(dataDirectory) });
    await expect.poll(openResources).toEqual(before);
    expect(await (await fetch(`${first.address.http}/health`)).text()).toBe("OK");
    await first.stop();
  });
});

test("a model that cannot be opened is no reason to fail", async () => {
  const before = openResources();
  const dataDirectory = temporaryDirectory();
  const resources = temporaryDirectory();
  for (const name of ["policies", "packs", "containment", "hosts.yaml"])
    cpSync(join(resourcesDirectory, name), join(resources, name), { recursive: true });
  const started = valueOf(await start(dataDirectory, { resourcesDirectory: resources }));
  expect(await started.operations.getStatus({}, "console")).toMatchObject({
    value: { model: { status: "unavailable" } },
  });
  await started.stop();
  await expectNothingLeft(before, dataDirectory);
});

test("a policy that changes at any time of the start is in force, and disturbs nothing", async () => {
  const dataDirectory = temporaryDirectory();
  await startAndStop(dataDirectory);
  const file = join(dataDirectory, "policy.yaml");
  const text = readFileSync(file, "utf8");
  const starting = start(dataDirectory);
  let edits = 0;
  const editing = setInterval(() => {
    edits += 1;
    writeFileSync(file, `${text}\n# ${edits}\n`);
  }, 2);
  const started = await starting.finally(() => clearInterval(editing));
  const gatehouse = valueOf(started);
  expect(edits).toBeGreaterThan(0);
  expect(await (await fetch(`${gatehouse.address.http}/health`)).text()).toBe("OK");
  await gatehouse.stop();
});

function valueOf(started: Awaited<ReturnType<typeof startGatehouse>>): Gatehouse {
  if (!started.ok) throw new Error(started.error);
  return started.value;
}
