// What a text hides becomes visible, and nothing of it gets lost.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleLine, visiblePieces } from "../../src/renderer/text/visible.ts";

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points));

const hiddenIn = (text: string) =>
  visiblePieces(text).flatMap((piece) =>
    piece.hidden === undefined ? [] : [`${piece.hidden.kind}: ${piece.hidden.label}`],
  );

describe("hidden characters", () => {
  test.each([
    ["\u202e", "bidirectional: RLO U+202E"],
    ["\u2066", "bidirectional: LRI U+2066"],
    ["\u200b", "zero-width: ZERO WIDTH SPACE U+200B"],
    ["\ufeff", "zero-width: BOM U+FEFF"],
    ["\u{e0041}", "zero-width: U+E0041"],
    ["\ufe0f", "zero-width: U+FE0F"],
    ["\u00a0", "blank: NBSP U+00A0"],
    ["\u2003", "blank: U+2003"],
    ["\u001b", "control: ESC U+001B"],
    ["\u0000", "control: NUL U+0000"],
    ["\u007f", "control: DEL U+007F"],
    ["\u0085", "control: U+0085"],
    ["\ud800", "control: U+D800"],
    ["\r", "control: CR U+000D"],
  ])("%j is shown as %s", (character, shown) => {
    expect(hiddenIn(`rm ${character} -rf`)).toEqual([shown]);
  });

  test("everyday text stays as it is", () => {
    expect(hiddenIn("echo 'déjà vu' → ok 🎉\n\tnext line\r\nПривет мир")).toEqual([]);
  });

  test("a foreign letter in a Latin word is named, a foreign word is not", () => {
    expect(hiddenIn("curl https://\u0430pple.com/ привет")).toEqual(["lookalike: \u0430 is Cyrillic, U+0430"]);
    expect(hiddenIn("\u03bfpen")).toEqual(["lookalike: \u03bf is Greek, U+03BF"]);
  });

  test("on one line it is written out", () => {
    expect(visibleLine("a\u202eb\n\n  c")).toBe("a⟨RLO U+202E⟩b c");
  });

  test("the pieces are the text, in order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = visiblePieces(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.start).toBe(index === 0 ? 0 : pieces[index - 1]?.end);
          expect(text.slice(piece.start, piece.end)).toBe(piece.text);
        }
      }),
    );
  });
});
