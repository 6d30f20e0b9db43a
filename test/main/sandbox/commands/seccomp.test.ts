// The filter of system calls, run by a small interpreter of BPF: which calls of which arguments it refuses.
import { expect, test } from "vitest";
import { type Instruction, seccompBytes, seccompProgram } from "../../../../src/main/sandbox/commands/seccomp.ts";

const x64 = 0xc000003e;
const allowed = 0x7fff0000;
const refused = 0x00050001;

/** What the kernel would answer. */
function answer(
  program: readonly Instruction[],
  number: number,
  words: readonly number[] = [],
  architecture = x64,
): number {
  const data = new Map([
    [0, number],
    [4, architecture],
    ...words.map((word, index): [number, number] => [16 + 8 * index, word]),
  ]);
  let loaded = 0;
  for (let at = 0; at < program.length; at += 1) {
    const step = program[at];
    if (step === undefined) break;
    const { code, value, yes, no } = step;
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.get(value) ?? 0;
    else {
      const holds =
        code === 0x15 ? loaded === value : code === 0x35 ? loaded >= value : code === 0x45 && (loaded & value) !== 0;
      at += holds ? yes : no;
    }
  }
  throw new Error("the program ran past its end");
}

const program = seccompProgram("x64") ?? [];

test("ordinary calls pass: read, execve, ptrace, clone without a namespace", () => {
  for (const [number, words] of [
    [0, []],
    [59, []],
    [101, []],
    [56, [0x01200011]],
    [272, [0]],
    [41, [1, 1]],
    [41, [2, 1]],
    [41, [10, 1]],
    [41, [16, 3]],
    [16, [0, 0x5401]],
    [16, [0, 0x5413]],
  ] as const)
    expect([number, words, answer(program, number, words)]).toEqual([number, words, allowed]);
});

test("typing into the terminal is refused", () => {
  expect(answer(program, 16, [0, 0x5412])).toBe(refused);
  expect(answer(program, 16, [0, 0x541c])).toBe(refused);
});

test("new user namespaces are refused, and the call whose arguments cannot be seen is missing", () => {
  expect(answer(program, 56, [0x10000000 | 17])).toBe(refused);
  expect(answer(program, 272, [0x10000000])).toBe(refused);
  expect(answer(program, 308, [3, 0])).toBe(refused);
  expect(answer(program, 435)).toBe(0x00050000 | 38);
  expect(answer(program, 425)).toBe(0x00050000 | 38);
});

test("sockets to the host of a virtual machine, to the kernel's ciphers and to raw packets are refused", () => {
  for (const family of [17, 38, 40, 31]) expect(answer(program, 41, [family])).toBe(0x00050000 | 97);
});

test("calls that need rights are refused: keys, bpf, mounts, modules, clocks", () => {
  for (const number of [250, 248, 249, 321, 298, 323, 165, 166, 155, 175, 169, 304, 164, 227])
    expect(answer(program, number)).toBe(refused);
});

test("calls of another architecture are refused: 32-bit programs and x32", () => {
  expect(answer(program, 3, [], 0x40000003)).toBe(refused);
  expect(answer(program, 0x40000000)).toBe(refused);
});

test("eight bytes for each instruction, and no jump past the end", () => {
  for (const architecture of ["x64", "arm64"]) {
    const each = seccompProgram(architecture) ?? [];
    expect(seccompBytes(each)).toHaveLength(each.length * 8);
    each.slice(0, -1).forEach(({ yes, no }, index) => expect(index + 1 + Math.max(yes, no)).toBeLessThan(each.length));
  }
  expect(seccompProgram("riscv64")).toBeUndefined();
  expect(seccompBytes(program).subarray(0, 8)).toEqual(Buffer.from([0x20, 0, 0, 0, 4, 0, 0, 0]));
});
