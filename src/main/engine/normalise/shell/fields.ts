// Fields: how the shell cuts the text of an expansion into words.
import { limits } from "../limits.ts";

/** As `$(…)` does. An expression would look from every newline of a long run on. */
export function withoutNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  return text.slice(0, end);
}

export function splitFields(value: string, separators: string): readonly string[] {
  if (separators === "") return [value];
  const pieces: string[] = [];
  let piece = "";
  for (const letter of value) {
    if (separators.includes(letter)) {
      pieces.push(piece);
      piece = "";
    } else piece += letter;
  }
  pieces.push(piece);
  return pieces.length > limits.fields ? [value] : pieces;
}
