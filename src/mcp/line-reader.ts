// Lines of a byte stream: one message each, however large, with a limit that keeps a broken peer from filling the memory.
import type { Readable, Writable } from "node:stream";

/** Far above what clients and servers send; the official SDK gives up at 10 MiB. */
const longestLine = 256 * 1024 * 1024;
const lineFeed = 0x0a;

export interface LineEvents {
  readonly line: (text: string) => void;
  readonly tooLong: () => void;
  readonly end: () => void;
}

export function readLines(stream: Readable, { line, tooLong, end }: LineEvents, limit = longestLine): void {
  let parts: Buffer[] = [];
  let length = 0;
  let skipping = false;

  function add(part: Buffer): void {
    length += part.length;
    if (length > limit && !skipping) {
      skipping = true;
      tooLong();
    }
    if (skipping) parts = [];
    else if (part.length > 0) parts.push(part);
  }

  function finish(): void {
    const text = skipping ? "" : Buffer.concat(parts).toString("utf8").trim();
    parts = [];
    length = 0;
    skipping = false;
    if (text !== "") line(text);
  }

  stream.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, at));
      finish();
      start = at + 1;
    }
    add(chunk.subarray(start));
  });
  let ended = false;
  const once = (): void => {
    if (ended) return;
    ended = true;
    finish();
    end();
  };
  stream.on("end", once);
  stream.on("close", once);
  stream.on("error", once);
}

/** Writes lines; while the reader is slow, `source` is not read any further. */
export function lineWriter(stream: Writable, source: () => Readable | undefined): (text: string) => void {
  let full = false;
  stream.on("error", () => undefined);
  stream.on("drain", () => {
    full = false;
    source()?.resume();
  });
  return (text) => {
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.write(`${text}\n`) || full) return;
    full = true;
    source()?.pause();
  };
}
