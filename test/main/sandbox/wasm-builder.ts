// Writes small WebAssembly programs for tests, byte by byte: no compiler is needed to run them.

const [i32, i64, functionType] = [0x7f, 0x7e, 0x60];
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A WASI call: its parameters, and whether it answers with an error number. */
const calls = {
  fd_write: { takes: [i32, i32, i32, i32], answers: true },
  fd_read: { takes: [i32, i32, i32, i32], answers: true },
  proc_exit: { takes: [i32], answers: false },
  proc_raise: { takes: [i32], answers: true },
  poll_oneoff: { takes: [i32, i32, i32, i32], answers: true },
  path_open: { takes: [i32, i32, i32, i32, i32, i64, i64, i32, i32], answers: true },
  path_symlink: { takes: [i32, i32, i32, i32, i32], answers: true },
} as const;
type Call = keyof typeof calls;
const callNames = Object.keys(calls) as Call[];

export interface Program {
  readonly code: readonly number[];
  /** Put into memory at these addresses before the start. */
  readonly data?: Readonly<Record<number, string | readonly number[]>>;
  readonly pages?: number;
  readonly namespace?: string;
  readonly withoutMemory?: boolean;
}

export function wasm({ code, data = {}, pages = 1, namespace = "wasi_snapshot_preview1", withoutMemory }: Program) {
  const types = [
    ...callNames.map((name) => [functionType, ...list([...calls[name].takes].map((type) => [type])), ...answer(name)]),
    [functionType, 0, 0],
  ];
  const imports = callNames.map((name, index) => [...text(namespace), ...text(name), 0, index]);
  const start = callNames.length;
  const exports = [
    [...text("memory"), 2, 0],
    [...text("_start"), 0, start],
  ];
  const body = [0, ...code, 0x0b];
  const segments = Object.entries(data).map(([at, bytes]) => [0, ...constant(Number(at)), 0x0b, ...vector(bytes)]);
  return Uint8Array.from([
    ...header,
    ...section(1, list(types)),
    ...section(2, list(imports)),
    ...section(3, list([[start]])),
    ...(withoutMemory === true ? [] : section(5, list([[0, ...unsigned(pages)]]))),
    ...section(7, list(withoutMemory === true ? exports.slice(1) : exports)),
    ...section(10, list([[...unsigned(body.length), ...body]])),
    ...section(11, list(segments)),
  ]);
}

function answer(name: Call): readonly number[] {
  return calls[name].answers ? [1, i32] : [0];
}

/** An i32 on the stack. */
function constant(value: number): readonly number[] {
  return [0x41, ...signed(value)];
}

export function call(name: Call, ...values: readonly number[]): readonly number[] {
  const { takes } = calls[name];
  const pushed = values.flatMap((value, index) => [takes[index] === i64 ? 0x42 : 0x41, ...signed(value)]);
  return [...pushed, 0x10, callNames.indexOf(name)];
}

export const drop = [0x1a];

/** Ends the program with what is on the stack. */
export const exitWithTop = [0x10, callNames.indexOf("proc_exit")];

export function forever(code: readonly number[]): readonly number[] {
  return [0x03, 0x40, ...code, 0x0c, 0, 0x0b];
}

/** Grows memory by so many pages; leaves the old size, or -1. */
export function grow(pages: number): readonly number[] {
  return [...constant(pages), 0x40, 0];
}

/** Where calls find a text: its address and its length, as memory has them. */
export function vectorAt(address: number, length: number): readonly number[] {
  return [...word(address), ...word(length)];
}

export function word(value: number): readonly number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff];
}

function section(id: number, content: readonly number[]): readonly number[] {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly (readonly number[])[]): readonly number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function vector(bytes: string | readonly number[]): readonly number[] {
  const all = typeof bytes === "string" ? [...Buffer.from(bytes)] : bytes;
  return [...unsigned(all.length), ...all];
}

function text(value: string): readonly number[] {
  return vector(value);
}

function unsigned(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
}

function signed(value: number): readonly number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const ends = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return ends ? [low] : [low | 0x80, ...signed(rest)];
}
