// The one pass over a long text misses no sign, wherever it stands and however it is spelled.
import { describe, expect, test } from "vitest";
import { createFinder, type Spell } from "../../../src/main/engine/lib/multi-search.ts";

const lowBytes: Spell = (text, from, bytes) =>
  void Buffer.from(bytes.buffer).write(text.slice(from, from + bytes.length), "latin1");
const around = { before: 0, reach: 10 };
const places = (text: string, spell?: Spell): readonly number[] =>
  (createFinder([{ signs: ["secret", "key"], ...around }], spell)(text)[0] ?? []).map(([from]) => from);

describe.each([
  ["a piece at a time", undefined],
  ["by low bytes", lowBytes],
] as const)("spelled %s", (_, spell) => {
  test("a sign is found across the edges of pieces", () => {
    for (let at = 16_370; at < 16_390; at += 1) {
      const text = `${"x".repeat(at)}SeCrEt${"x".repeat(20_000)}`;
      expect(places(text, spell)).toEqual([at]);
    }
  });

  test("the shortest signs are found at every place of a text", () => {
    for (let at = 0; at < 9; at += 1) expect(places(`${"-".repeat(at)}key${"-".repeat(9 - at)}`, spell)).toEqual([at]);
  });

  test("letters beyond ASCII move no place", () => {
    for (const letter of ["é", "字", "😀", "\uD800"]) {
      const text = `${letter.repeat(9_000)}secret${letter.repeat(9_000)}key`;
      expect(places(text, spell)).toEqual([text.indexOf("secret"), text.indexOf("key")]);
    }
  });

  test("letters whose low bytes spell a sign are no sign", () => {
    const alike = Array.from("secret key", (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x100)).join("");
    expect(places(alike.repeat(10), spell)).toEqual([]);
  });
});

test("with too many places of one search the whole text is searched, and the others go on", () => {
  const finder = createFinder([
    { signs: ["key"], ...around },
    { signs: ["monkey"], ...around },
  ]);
  const text = `${"key ".repeat(5_000)}monkey`;
  const [keys, monkeys] = finder(text);
  expect(keys).toEqual([[0, text.length]]);
  expect(monkeys?.map(([from]) => from)).toEqual([20_000]);
});
