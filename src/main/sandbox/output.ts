// Output of a run: decoded as it comes, kept up to a limit, in the order it arrived.
import { StringDecoder } from "node:string_decoder";
import type { OutputStream } from "../../shared/domain/execution.ts";

export interface Output {
  readonly take: (stream: OutputStream, bytes: Uint8Array) => void;
  readonly text: () => string;
}

export interface OutputOptions {
  readonly limit: number;
  readonly onText: (stream: OutputStream, text: string) => void;
  /** Called once; what comes after it is dropped. */
  readonly onFull: () => void;
}

export function createOutput({ limit, onText, onFull }: OutputOptions): Output {
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  const parts: string[] = [];
  let left = limit;
  return {
    take(stream, bytes) {
      if (left === 0) return;
      const text = decoders[stream].write(Buffer.from(bytes.subarray(0, left)));
      left -= Math.min(left, bytes.length);
      if (text !== "") {
        parts.push(text);
        onText(stream, text);
      }
      if (left === 0) onFull();
    },
    text: () => parts.join(""),
  };
}
