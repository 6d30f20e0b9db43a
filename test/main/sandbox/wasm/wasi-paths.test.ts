// Calls of WebAssembly tools that take a path: done in the scope, and never through a link.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pathCalls } from "../../../../src/main/sandbox/wasm/wasi-paths.ts";
import { trial } from "../support.ts";

const [folder, first, second, result] = [3, 0, 512, 1024];

/** The scope is the folder `outside` of a trial; a link "door" in it leads away. */
function guest() {
  const { inside, outside } = trial();
  const memory = new ArrayBuffer(4096);
  const calls = pathCalls({}, () => memory, [outside]);
  mkdirSync(join(inside, "victim"));
  writeFileSync(join(inside, "victim.txt"), "untouched");
  symlinkSync(inside, join(outside, "door"));
  const put = (at: number, text: string): readonly [number, number, number] => {
    const bytes = Buffer.from(text);
    new Uint8Array(memory).set(bytes, at);
    return [folder, at, bytes.length];
  };
  return {
    inside,
    outside,
    memory,
    call: (name: string, ...paths: readonly string[]) =>
      calls[name]?.(...paths.flatMap((path, index) => put(index === 0 ? first : second, path))),
    stat: (path: string) => {
      const [, at, length] = put(first, path);
      return calls["path_filestat_get"]?.(folder, 1, at, length, result);
    },
  };
}

describe.skipIf(process.platform === "win32")("in the scope", () => {
  test("folders are made and removed, files renamed and removed", () => {
    const { call, outside } = guest();
    expect(call("path_create_directory", "new")).toBe(0);
    expect(call("path_rename", "secret.txt", "new/moved.txt")).toBe(0);
    expect(readdirSync(join(outside, "new"))).toEqual(["moved.txt"]);
    expect(call("path_remove_directory", "new")).toBe(55);
    expect(call("path_unlink_file", "new/moved.txt")).toBe(0);
    expect(call("path_remove_directory", "new")).toBe(0);
    expect(call("path_unlink_file", "nothing")).toBe(44);
  });

  test("a file is described, and a link as what it is", () => {
    const { stat, memory } = guest();
    const view = new DataView(memory);
    expect(stat("secret.txt")).toBe(0);
    expect([view.getUint8(result + 16), view.getBigUint64(result + 32, true)]).toEqual([4, 24n]);
    expect(stat("door")).toBe(0);
    expect(view.getUint8(result + 16)).toBe(7);
    expect(stat(".")).toBe(0);
    expect(view.getUint8(result + 16)).toBe(3);
  });
});

describe.skipIf(process.platform === "win32")("out of the scope", () => {
  test.each(["../inside/victim", "door/victim", "/tmp/victim", "a\0b"])("nothing happens to %j", (path) => {
    const { call, stat, inside, outside } = guest();
    const results = [
      call("path_create_directory", `${path}/new`),
      call("path_remove_directory", path),
      call("path_unlink_file", `${path}.txt`),
      call("path_rename", `${path}.txt`, "mine.txt"),
      call("path_rename", "secret.txt", `${path}.txt`),
      stat(`${path}.txt`),
    ];
    expect(results).not.toContain(0);
    expect(readFileSync(join(inside, "victim.txt"), "utf8")).toBe("untouched");
    expect(existsSync(join(inside, "victim"))).toBe(true);
    expect(readdirSync(outside)).toEqual(["door", "secret.txt"]);
  });
});
