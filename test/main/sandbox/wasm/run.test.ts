// WebAssembly tools: arguments in, answer out, and every way out of the thread closed.
import { linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunnerOptions } from "../../../../src/main/sandbox/runner.ts";
import { limitMemory } from "../../../../src/main/sandbox/wasm/module.ts";
import type { ExecutionResult } from "../../../../src/shared/domain/execution.ts";
import { smallLimits, trial, type Trial } from "../support.ts";
import { call, drop, exitWithTop, forever, grow, type Program, vectorAt, wasm, word } from "../wasm-builder.ts";

interface WasmTrial extends Trial {
  readonly tool: (given?: object, changes?: object) => Promise<ExecutionResult>;
}

function wasmTrial(program: Program, options: Partial<RunnerOptions> = {}): WasmTrial {
  const started = trial(options);
  const tools = join(started.data, "tools");
  writeFileSync(join(tools, "tool.json"), JSON.stringify({ name: "tool", description: "A test", file: "tool.wasm" }));
  writeFileSync(join(tools, "tool.wasm"), wasm(program));
  const elsewhere = { filesystemScope: [`${started.outside}/**`] };
  return {
    ...started,
    tool: (given = {}, changes = {}) =>
      started.run("tool", { ...given }, { ...elsewhere, timeoutSeconds: 5, ...changes }),
  };
}

/** Address 0 holds a vector to 64 bytes at 1024; counts land at 16. */
const buffer = { 0: vectorAt(1024, 64) };
const say = (words: string): Program => ({
  code: [...call("fd_write", 1, 0, 1, 16), ...drop],
  data: { 0: vectorAt(1024, words.length), 1024: words },
});

/** Opens a path below the first folder, and ends with the error number. */
function opening(path: string): Program {
  return {
    code: [...call("path_open", 3, 1, 1024, path.length, 0, 2, 0, 0, 16), ...exitWithTop],
    data: { 1024: path },
  };
}

describe("a WebAssembly tool", () => {
  test("reads its arguments and answers", async () => {
    const { tool, runner } = wasmTrial({
      code: [...call("fd_read", 0, 0, 1, 16), ...drop, ...call("fd_write", 1, 0, 1, 16), ...drop],
      data: buffer,
    });
    const done = await tool({ city: "Köln" });
    expect(done).toMatchObject({ status: "SUCCESS", exitCode: 0, sandbox: "webassembly" });
    expect(done.output.replaceAll("\0", "")).toBe('{"city":"Köln"}\n');
    expect(runner.list().map(({ name }) => name)).toEqual(["write_file", "read_file", "execute_command", "tool"]);
  });

  test("ends with its exit code, and what it said before is kept", async () => {
    const { tool } = wasmTrial({ ...say("oh no"), code: [...say("oh no").code, ...call("proc_exit", 3)] });
    expect(await tool()).toMatchObject({ status: "FAILURE", exitCode: 3, output: "oh no" });
  });

  test("is ended when its time is up, whether it turns in circles or sleeps", async () => {
    const circles = wasmTrial({ code: [...say("begun").code, ...forever([])], data: say("begun").data ?? {} });
    expect(await circles.tool({}, { timeoutSeconds: 1 })).toMatchObject({ status: "TIMEOUT", output: "begun" });
    // One subscription to the clock, with 10^18 nanoseconds at offset 24.
    const nanoseconds = [...word(0xa7640000), ...word(0x0de0b6b3)];
    const sleeper = wasmTrial({ code: [...call("poll_oneoff", 0, 512, 1, 16), ...drop], data: { 24: nanoseconds } });
    expect(await sleeper.tool({}, { timeoutSeconds: 1 })).toMatchObject({ status: "TIMEOUT" });
  });

  test("can sleep for a while", async () => {
    const milliseconds = [...word(20_000_000), ...word(0)];
    const { tool } = wasmTrial({
      code: [...call("poll_oneoff", 0, 512, 1, 16), ...exitWithTop],
      data: { 24: milliseconds },
    });
    expect(await tool()).toMatchObject({ status: "SUCCESS" });
  });

  test("can be cancelled", async () => {
    const { runner, outside } = wasmTrial({ code: forever([]) });
    const controller = new AbortController();
    const manifest = { maxMemoryMb: 50, maxCpuPercent: 25, timeoutSeconds: 5, networkAllowed: false };
    const execution = { tool: "tool", arguments: {}, manifest: { ...manifest, filesystemScope: [`${outside}/**`] } };
    const running = runner.run({ ...execution, signal: controller.signal, onOutput: () => {} });
    setTimeout(() => controller.abort(), 100);
    expect(await running).toMatchObject({ status: "ABORTED" });
  });

  test("gets no more memory than its manifest says", async () => {
    const { tool } = wasmTrial({ code: [...grow(320), ...exitWithTop] });
    // 20 MiB more: refused inside with -1, or granted with the old size of one page.
    expect((await tool({}, { maxMemoryMb: 10 })).exitCode).toBe(-1);
    expect((await tool({}, { maxMemoryMb: 50 })).exitCode).toBe(1);
    const greedy = wasmTrial({ code: [], pages: 320 });
    expect((await greedy.tool({}, { maxMemoryMb: 10 })).fault).toContain("320 pages");
  });

  test("is stopped when it says too much", async () => {
    const { code, data = {} } = say("word ");
    const { tool } = wasmTrial({ code: forever(code), data }, { limits: { ...smallLimits, outputBytes: 1000 } });
    const done = await tool();
    expect(done).toMatchObject({ status: "FAILURE", fault: expect.stringContaining("1000 bytes") });
    expect(done.output).toHaveLength(1000);
  });

  test("reaches its scope and nothing else", async () => {
    const [granted, denied] = [0, 2];
    expect((await wasmTrial(opening("secret.txt")).tool()).exitCode).toBe(granted);
    for (const path of ["../inside/data/ledger", "/etc/passwd", "../../../etc/passwd", "a/../../inside/data/ledger"]) {
      expect((await wasmTrial(opening(path)).tool()).exitCode).toBe(denied);
    }
  });

  test("does not follow a link out of its scope, not even one it made itself", async () => {
    const found = wasmTrial(opening("door/ledger"));
    symlinkSync(found.data, join(found.outside, "door"));
    expect((await found.tool()).exitCode).toBe(54);
    const direct = wasmTrial(opening("ledger"));
    symlinkSync(join(direct.data, "ledger"), join(direct.outside, "ledger"));
    expect((await direct.tool()).exitCode).toBe(32);
    const [target, name] = ["/etc/passwd", "made"];
    const making = call("path_symlink", 1024, target.length, 3, 2048, name.length);
    const maker = wasmTrial({ code: [...making, ...exitWithTop], data: { 1024: target, 2048: name } });
    expect((await maker.tool()).exitCode).toBe(58);
    expect(readdirSync(maker.outside)).toEqual(["secret.txt"]);
  });

  test("makes, fills and empties files in its scope", async () => {
    const [create, truncate] = [1, 8];
    const name = "new.txt";
    const data = { 0: vectorAt(1024, 5), 1024: "hello", 2048: name };
    const openIt = (how: number) => [...call("path_open", 3, 0, 2048, name.length, how, 64, 0, 0, 16), ...drop];
    const write = [...call("fd_write", 4, 0, 1, 24), ...exitWithTop];
    const writer = wasmTrial({ code: [...openIt(create), ...write], data });
    expect(await writer.tool()).toMatchObject({ status: "SUCCESS" });
    expect(readFileSync(join(writer.outside, name), "utf8")).toBe("hello");
    const emptier = wasmTrial({ code: openIt(truncate), data });
    writeFileSync(join(emptier.outside, name), "a longer text");
    expect(await emptier.tool()).toMatchObject({ status: "SUCCESS" });
    expect(readFileSync(join(emptier.outside, name), "utf8")).toBe("");
  });

  test("does not touch a file that has another name elsewhere", async () => {
    const { tool, outside, data } = wasmTrial(opening("mine"));
    linkSync(join(data, "ledger"), join(outside, "mine"));
    expect((await tool()).exitCode).toBe(76);
  });

  test("is not given a folder that holds Gatehouse's own files", async () => {
    const { tool, inside } = wasmTrial(opening("data/ledger"));
    const done = await tool({}, { filesystemScope: [`${inside}/**`] });
    expect(done).toMatchObject({ status: "FAILURE", notes: [expect.stringContaining("Gatehouse's own files")] });
  });

  test("cannot signal Gatehouse", async () => {
    const { tool } = wasmTrial({ code: [...call("proc_raise", 9), ...exitWithTop] });
    expect((await tool()).exitCode).toBe(58);
  });

  test("that crashes or needs something foreign says so", async () => {
    expect((await wasmTrial({ code: [0x00] }).tool()).fault).toContain("unreachable");
    expect((await wasmTrial({ code: [], namespace: "env" }).tool()).fault).toContain("It needs env.");
    expect((await wasmTrial({ code: [], withoutMemory: true }).tool()).fault).toContain("no memory");
    const { tool, data } = wasmTrial({ code: [] });
    writeFileSync(join(data, "tools/tool.wasm"), "not a module");
    expect((await tool()).status).toBe("FAILURE");
  });
});

describe("a tool's manifest", () => {
  test.each([
    ["takes the name of one of Gatehouse's", { name: "read_file", description: "x", file: "a.wasm" }],
    ["leaves its folder", { name: "a", description: "x", file: "../a.wasm" }],
    ["has members nobody knows", { name: "a", description: "x", file: "a.wasm", network: true }],
    ["is no object", "hello"],
  ])("that %s is not used, and that is said once", (_name, manifest) => {
    const { runner, data, problems } = trial();
    writeFileSync(join(data, "tools/bad.json"), JSON.stringify(manifest));
    for (let times = 0; times < 2; times += 1) expect(runner.list()).toHaveLength(3);
    expect(problems).toEqual([expect.stringContaining("bad.json")]);
  });
});

describe("limitMemory", () => {
  const page = 64 * 1024;

  test("keeps everything else of a module", async () => {
    const module = wasm(say("hello"));
    const limited = limitMemory(module, 10 * page);
    expect(limited.ok && limited.value.length).toBe(module.length + 1);
  });

  test("never raises a limit the module has itself", () => {
    const module = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 4, 1, 1, 1, 2]);
    const limited = limitMemory(module, 10 * page);
    expect(limited.ok && Array.from(limited.value.subarray(8))).toEqual([5, 4, 1, 1, 1, 2]);
  });

  test.each([
    ["shared memory", [5, 4, 1, 3, 1, 2]],
    ["two memories", [5, 5, 2, 0, 1, 0, 1]],
    ["a section that is cut off", [5, 100]],
    ["nothing", []],
  ])("refuses %s", (_name, bytes) => {
    expect(limitMemory(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes]), page).ok).toBe(false);
  });
});
