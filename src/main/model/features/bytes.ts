// Bytes: the plainest features there are, for models that learn from the text itself.
import type { ModelQuestion } from "../../engine/ports.ts";

const usualWidth = 1024;

/** UTF-8 bytes plus one. Of what is too long three quarters are its beginning, the rest its end. */
export function byteRow(question: ModelQuestion, width: number = usualWidth): Int32Array {
  const bytes = Buffer.from(textOf(question), "utf8");
  const end = Math.floor(width / 4);
  const kept =
    bytes.length <= width ? bytes : Buffer.concat([bytes.subarray(0, width - end), bytes.subarray(bytes.length - end)]);
  return Int32Array.from(kept, (byte) => byte + 1);
}

/** A call is its tool and, on the next line, its command line or else its arguments as JSON. */
function textOf(question: ModelQuestion): string {
  if (question.kind === "text") return question.text;
  const { facts, arguments: given } = question;
  return `${facts.tool}\n${facts.command ?? JSON.stringify(given)}`;
}
