// Nothing leaves the machine: a minute of ordinary use in a network of its own, with every connection, lookup and file seen.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minute, second } from "../../../src/shared/lib/clock.ts";
import type { Used } from "../../support/traced/ordinary-use.ts";
import { readTrace, type Seen, straceWords } from "../../support/traced/trace.ts";

/** A network with nothing but a loopback of its own, for root and for everybody else. */
const alone = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent", "--"];
const support = join(import.meta.dirname, "../../support/traced");
const canTrace =
  process.platform === "linux" &&
  spawnSync("bwrap", [...alone, "strace", "-qq", "--seccomp-bpf", "-f", "-e", "trace=connect", "true"]).status === 0;
if (!canTrace) {
  console.warn(
    "Not checked: that nothing leaves the machine. It takes Linux with bubblewrap and strace, both allowed.",
  );
}

/** What should not be there, one line each. */
function complaints(seen: Seen, allowed: { readonly ports: readonly number[]; readonly folder: string }): string[] {
  const own = new Set(allowed.ports.flatMap((port) => [`127.0.0.1:${port}`, `[::1]:${port}`]));
  const desktop = ["/tmp/.X11-unix/", "@/tmp/.X11-unix/", "/run/dbus/", "/run/user/", "@/tmp/dbus-", "/tmp/dbus-"];
  const places = ["data/", "data-alone/", "tmp/"].map((name) => join(allowed.folder, name));
  // At its start the engine tries whether programs can be contained: bubblewrap builds their view on a disk of its own in memory.
  const contained = ["/newroot", "/oldroot"];
  const isWithin = (path: string, prefixes: readonly string[]): boolean =>
    prefixes.some((prefix) => path.startsWith(prefix) || `${path}/` === prefix);
  return [
    ...seen.addresses.filter((address) => !own.has(address)).map((address) => `contacts ${address}`),
    ...seen.sockets.filter((path) => !isWithin(path, [...desktop, ...places])).map((path) => `connects to ${path}`),
    ...seen.written
      .filter((path) => !isWithin(path, [...places, ...contained, "/dev/", "/proc/", "/run/user/"]))
      .map((path) => `writes ${path}`),
    ...(seen.rings > 0 ? [`has ${seen.rings} rings that cannot be looked into`] : []),
  ];
}

describe.runIf(canTrace)("in a network of its own, under strace", () => {
  let folder: string;
  let used: Used;
  let control: ChildProcess | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "gatehouse-traced-"));
    control = startControl(join(folder, "control"));
    await run("bwrap", [...alone, process.execPath, join(support, "ordinary-use.ts"), folder]);
    used = JSON.parse(readFileSync(join(folder, "used.json"), "utf8")) as Used;
  }, 4 * minute);
  afterAll(() => {
    control?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const seenIn = (name: string): Seen => readTrace(readFileSync(join(folder, name), "utf8"));

  test("the minute was one of ordinary use", () => {
    expect(used.screens).toHaveLength(7);
    expect(used.directive).toMatchObject({ directive: "APPROVE", intent_id: "push" });
    expect(new Set(used.verdicts)).toEqual(new Set(["APPROVED", "DENIED"]));
    expect(new Set(used.modelStatus)).toEqual(new Set(["scored"]));
    expect(used.score).toContain("built-in");
    // What was written where it may be shows that the tracer was looking.
    expect(seenIn("console.trace").written).toContain(join(folder, "data/ledger.sqlite"));
    expect(seenIn("engine.trace").written).toContain(join(folder, "data-alone/ledger.sqlite"));
  });

  test.each(["console", "engine", "score"])("%s: no lookup, no connection, no file elsewhere", (name) => {
    expect(complaints(seenIn(`${name}.trace`), { ports: used.ports, folder })).toEqual([]);
  });

  test("nothing is left in the user's home", () => {
    expect(readdirSync(join(folder, "home"), { recursive: true })).toEqual([]);
  });

  test(
    "the same look at the library alone, with its telemetry on, finds the lookup and the files",
    async () => {
      const trace = join(folder, "control/trace");
      const places = { ports: [], folder: join(folder, "control") };
      await expect
        .poll(() => complaints(readTrace(readFileSync(trace, "utf8")), places), {
          timeout: 40 * second,
          interval: second,
        })
        .toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^contacts .*:53$|^connects to .*(resolve|nscd)/),
            expect.stringMatching(/^writes .*\.onnxruntime\/deviceid/),
          ]),
        );
    },
    minute,
  );
});

/**
 * Without the marks of a build machine, where the library sends nothing by itself and the look would prove nothing, and
 * without the cache of compiled sources that test runs use.
 */
const ordinaryEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:CI|TF_BUILD|BUILD_|GITHUB_|GITLAB_|JENKINS|CODEBUILD|NODE_COMPILE_CACHE)/.test(name),
  ),
);

function startControl(folder: string): ChildProcess {
  for (const name of ["home", "tmp"]) mkdirSync(join(folder, name), { recursive: true });
  const { ORT_DISABLE_TELEMETRY: _, ...inherited } = ordinaryEnvironment;
  const words = [...alone, ...straceWords(join(folder, "trace")), process.execPath, join(support, "load-library.ts")];
  return spawn("bwrap", words, {
    env: { ...inherited, HOME: join(folder, "home"), TMPDIR: join(folder, "tmp"), XDG_CACHE_HOME: "" },
    stdio: "ignore",
  });
}

async function run(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, { env: ordinaryEnvironment, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  const code = await new Promise<number | null>((resolve) => void child.once("close", resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${errors}`);
}
