// A WebAssembly module as it may run here: one memory of its own, and never larger than allowed.
import { fail, ok, type Result } from "../../../shared/lib/result.ts";

const header = 8;
const memorySection = 5;
const pageBytes = 64 * 1024;

/** The same module with an upper bound on its memory: growing beyond it fails inside, as on a small machine. */
export function limitMemory(module: Uint8Array, maximumBytes: number): Result<Uint8Array<ArrayBuffer>, string> {
  const pages = Math.floor(maximumBytes / pageBytes);
  const reader = createReader(module, header);
  while (!reader.atEnd()) {
    const start = reader.position();
    const id = reader.byte();
    const size = reader.number();
    const end = reader.position() + size;
    if (end > module.length) return fail("The module is cut off.");
    if (id === memorySection) {
      const section = boundedMemory(reader, pages);
      if (!section.ok) return section;
      return ok(join(module.subarray(0, start), section.value, module.subarray(end)));
    }
    reader.moveTo(end);
  }
  return fail("The module has no memory of its own.");
}

function boundedMemory(reader: Reader, pages: number): Result<Uint8Array, string> {
  const count = reader.number();
  const flags = reader.byte();
  if (count !== 1 || flags > 1) return fail("Only one memory, not shared and of 32 bits, is allowed.");
  const minimum = reader.number();
  const maximum = flags === 1 ? Math.min(reader.number(), pages) : pages;
  if (minimum > pages) return fail(`The module needs ${minimum} pages of memory at once; ${pages} are allowed.`);
  const body = [1, 1, ...encoded(minimum), ...encoded(maximum)];
  return ok(Uint8Array.from([memorySection, ...encoded(body.length), ...body]));
}

interface Reader {
  readonly byte: () => number;
  /** An unsigned number of variable length (LEB128). */
  readonly number: () => number;
  readonly position: () => number;
  readonly moveTo: (position: number) => void;
  readonly atEnd: () => boolean;
}

function createReader(bytes: Uint8Array, start: number): Reader {
  let at = start;
  const byte = (): number => bytes[at++] ?? 0;
  return {
    byte,
    number() {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        const next = byte();
        value += (next & 0x7f) * 2 ** shift;
        if (next < 0x80) break;
      }
      return value;
    },
    position: () => at,
    moveTo: (position) => void (at = position),
    atEnd: () => at >= bytes.length,
  };
}

function encoded(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
