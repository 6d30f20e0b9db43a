// The WASI calls that must not be Node's own: standard streams, sleeping, links, signals, sockets.
import type { OutputStream } from "../../../shared/domain/execution.ts";
import { type Calls, errors } from "./wasi-errors.ts";
import { pathCalls } from "./wasi-paths.ts";

/** proc_raise would signal Gatehouse itself; links are not followed, so none can be made; fd_renumber would hide what is open. */
const refusedCalls = new Set([
  "proc_raise",
  "path_link",
  "path_symlink",
  "path_readlink",
  "path_filestat_set_times",
  "fd_renumber",
]);

const [clockEvent, subscriptionBytes, eventBytes] = [0, 48, 32];

export interface Streams {
  readonly input: Uint8Array;
  /** May throw to end the run. */
  readonly write: (stream: OutputStream, bytes: Uint8Array) => void;
}

/** `memory` is asked at each call: it moves when it grows. */
export function guardedCalls(
  node: Calls,
  memory: () => ArrayBuffer,
  { input, write }: Streams,
  folders: readonly string[],
): Calls {
  let position = 0;
  const view = (): DataView => new DataView(memory());

  function* parts(list: number, count: number): Generator<Uint8Array> {
    for (let index = 0; index < count; index += 1) {
      const at = list + index * 8;
      yield new Uint8Array(memory(), view().getUint32(at, true), view().getUint32(at + 4, true));
    }
  }

  const refused: Calls = Object.fromEntries(
    Object.keys(node)
      .filter((name) => name.startsWith("sock_") || refusedCalls.has(name))
      .map((name) => [name, () => errors.notSupported]),
  );

  return {
    ...node,
    ...refused,
    ...pathCalls(node, memory, folders),
    fd_write(fd = 0, list = 0, count = 0, written = 0) {
      if (fd !== 1 && fd !== 2) return node["fd_write"]?.(fd, list, count, written) ?? errors.notSupported;
      let total = 0;
      for (const part of parts(list, count)) {
        write(fd === 1 ? "stdout" : "stderr", part.slice());
        total += part.length;
      }
      view().setUint32(written, total, true);
      return errors.none;
    },
    fd_read(fd = 0, list = 0, count = 0, read = 0) {
      if (fd !== 0) return node["fd_read"]?.(fd, list, count, read) ?? errors.notSupported;
      let total = 0;
      for (const part of parts(list, count)) {
        const piece = input.subarray(position, position + part.length);
        part.set(piece);
        position += piece.length;
        total += piece.length;
      }
      view().setUint32(read, total, true);
      return errors.none;
    },
    poll_oneoff: (subscriptions = 0, events = 0, count = 0, ready = 0) => {
      const waiting = Array.from({ length: count }, (_, index) => subscriptions + index * subscriptionBytes);
      const clocks = waiting.filter((at) => view().getUint8(at + 8) === clockEvent);
      const files = waiting.filter((at) => !clocks.includes(at));
      // Files are always ready. Otherwise sleep, in a way that ending the thread interrupts.
      const due = files.length > 0 ? files : clocks;
      if (files.length === 0) sleep(Math.min(...clocks.map((at) => untilMs(view(), at))));
      for (const [index, at] of due.entries()) {
        const event = events + index * eventBytes;
        new Uint8Array(memory(), event, eventBytes).fill(0);
        view().setBigUint64(event, view().getBigUint64(at, true), true);
        view().setUint8(event + 10, view().getUint8(at + 8));
      }
      view().setUint32(ready, due.length, true);
      return errors.none;
    },
  };
}

function untilMs(view: DataView, at: number): number {
  const timeout = Number(view.getBigUint64(at + 24, true)) / 1e6;
  const absolute = (view.getUint16(at + 40, true) & 1) === 1;
  const realTime = view.getUint32(at + 16, true) === 0;
  if (!absolute) return timeout;
  return timeout - (realTime ? Date.now() : Number(process.hrtime.bigint()) / 1e6);
}

function sleep(milliseconds: number): void {
  if (milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
