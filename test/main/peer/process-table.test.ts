// The process table on files as the kernel writes them: strange names, terminals, loops.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProcessTable } from "../../../src/main/peer/process-table.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

interface FakeProcess {
  readonly pid: number;
  readonly parent: number;
  readonly name?: string;
  readonly session?: number;
  readonly terminal?: number;
  readonly program?: string;
  readonly command?: readonly string[];
  readonly state?: string;
}

function tableOf(...processes: readonly FakeProcess[]) {
  const root = temporaryDirectory();
  for (const {
    pid,
    parent,
    name = "x",
    session = pid,
    terminal = 0,
    program,
    command = [],
    state = "S",
  } of processes) {
    mkdirSync(join(root, String(pid)));
    const rest = [state, parent, pid, session, terminal, -1, ...Array<number>(13).fill(0), pid * 100, 0, 0];
    writeFileSync(join(root, String(pid), "stat"), `${pid} (${name}) ${rest.join(" ")}`);
    writeFileSync(join(root, String(pid), "cmdline"), command.map((word) => `${word}\0`).join(""));
    if (program !== undefined) symlinkSync(program, join(root, String(pid), "exe"));
  }
  return createProcessTable(root);
}

test("the lineage goes up to the first process, which is left out", () => {
  const table = tableOf({ pid: 1, parent: 0 }, { pid: 20, parent: 1 }, { pid: 30, parent: 20 });
  expect(table.lineage(30).map(({ pid }) => pid)).toEqual([30, 20]);
});

test("a name may hold anything, also what looks like the fields behind it", () => {
  const table = tableOf({ pid: 30, parent: 7, name: "a) S 1 (b" }, { pid: 7, parent: 1, name: ") (" });
  expect(table.lineage(30)).toMatchObject([
    { pid: 30, program: "a) S 1 (b", startedAt: 3000 },
    { pid: 7, program: ") (" },
  ]);
});

test("program, command, terminal and session are read", () => {
  const command = ["node", "agent.js", "", "last"];
  const table = tableOf({ pid: 9, parent: 1, session: 9, terminal: 34_819, program: "/usr/bin/node", command });
  expect(table.lineage(9)).toEqual([
    { pid: 9, startedAt: 900, program: "/usr/bin/node", command, tty: "/dev/pts/3", leadsSession: true },
  ]);
});

test.each([
  [0, undefined],
  [34_816, "/dev/pts/0"],
  [35_071, "/dev/pts/255"],
  [35_072, "/dev/pts/256"],
  [1025, "/dev/tty1"],
  [0x50_01, "device 80:1"],
])("terminal number %i is %s", (terminal, name) => {
  expect(tableOf({ pid: 9, parent: 1, terminal }).lineage(9)[0]?.tty).toBe(name);
});

test("a process that is gone has no lineage, and a parent that is gone ends it", () => {
  const table = tableOf({ pid: 9, parent: 8 });
  expect(table.lineage(10)).toEqual([]);
  expect(table.lineage(9)).toHaveLength(1);
});

test("processes that are each other's parents do not hold it up", () => {
  const table = tableOf({ pid: 8, parent: 9 }, { pid: 9, parent: 8 });
  expect(table.lineage(9)).toHaveLength(64);
});

test("what has ended and was not collected yet is not alive", () => {
  const table = tableOf({ pid: 9, parent: 1, state: "Z" }, { pid: 10, parent: 1 });
  expect(table.isAlive({ pid: 9, startedAt: 900 })).toBe(false);
  expect(table.isAlive({ pid: 10, startedAt: 1000 })).toBe(true);
  expect(table.isAlive({ pid: 10, startedAt: 1001 })).toBe(false);
});
