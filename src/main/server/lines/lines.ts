// Lines: the framing of NDJSON over a byte stream. A bad line costs that line; the stream goes on at the next.
import { ByteCollector } from "../bytes.ts";
import { decodeUtf8 } from "../rpc/json-text.ts";

export type Line =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "too_long" }
  | { readonly kind: "not_utf8" };

export interface LineSplitter {
  /** The lines that are complete with this chunk. Blank lines are left out. */
  readonly push: (chunk: Buffer) => readonly Line[];
  /** The last line, when the stream ended without a line feed. */
  readonly end: () => readonly Line[];
}

const lineFeed = 0x0a;

export function createLineSplitter(limit: number): LineSplitter {
  const collected = new ByteCollector();
  let skipping = false;

  function collect(part: Buffer, lines: Line[]): void {
    if (skipping || part.length === 0) return;
    collected.add(part);
    // One byte more, because the carriage return of CRLF is not part of the line.
    if (collected.length <= limit + 1) return;
    collected.take();
    skipping = true;
    lines.push({ kind: "too_long" });
  }

  function finish(lines: Line[]): void {
    const line = skipping ? undefined : lineOf(collected.take(), limit);
    if (line !== undefined) lines.push(line);
    skipping = false;
  }

  return {
    push: (chunk) => {
      const lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        collect(chunk.subarray(start, end), lines);
        finish(lines);
        start = end + 1;
      }
      collect(chunk.subarray(start), lines);
      return lines;
    },
    end: () => {
      const lines: Line[] = [];
      finish(lines);
      return lines;
    },
  };
}

function lineOf(bytes: Buffer, limit: number): Line | undefined {
  const line = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
  if (line.length > limit) return { kind: "too_long" };
  const text = decodeUtf8(line);
  if (text === undefined) return { kind: "not_utf8" };
  return text.trim() === "" ? undefined : { kind: "text", text };
}
