// What a text hides becomes visible, and nothing of it gets lost.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleLine, visiblePieces } from "../../../src/shared/lib/visible.ts";

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
    ["\u2800", "blank: BRAILLE BLANK U+2800"],
    ["\u{1bca0}", "zero-width: U+1BCA0"],
    ["\u{13430}", "control: U+13430"],
    ["\u0336", "zero-width: U+0336"],
  ])("%j is shown as %s", (character, shown) => {
    expect(hiddenIn(`rm ${character} -rf`)).toEqual([shown]);
  });

  test("everyday text stays as it is", () => {
    expect(hiddenIn("echo 'déjà vu' → ok 🎉\n\tnext line\r\nПривет мир, а о у с")).toEqual([]);
    expect(hiddenIn("修复：登录 bug，完成（见 docs/说明.md）；以及 3–5 – done — yes")).toEqual([]);
    expect(hiddenIn("שלום עולם, مرحبا بالعالم, Tiếng Việt, เก้าอี้")).toEqual([]);
  });

  test("an emoji is one picture whatever joins its parts; what joins nothing is hidden", () => {
    expect(hiddenIn("👩‍💻 ✔️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇦🇹")).toEqual([]);
    expect(hiddenIn("a\u200db")).toEqual(["zero-width: ZWJ U+200D"]);
    expect(hiddenIn("🎉\u{e0041}")).toEqual(["zero-width: U+E0041"]);
  });

  test("marks that pile up would cover the lines around", () => {
    expect(hiddenIn(`a${"\u0301".repeat(3)}`)).toEqual([]);
    expect(hiddenIn(`a${"\u0301".repeat(5)}`)).toEqual(["zero-width: U+0301", "zero-width: U+0301"]);
  });

  test.each([
    ["\uff52m -rf", "looks like r, U+FF52"],
    ["\u{1d42b}m", "looks like r, U+1D42B"],
    ["\u0261it push", "looks like g, U+0261"],
    ["https://github.com\u2044x.evil.example", "looks like /, U+2044"],
    ["ls \u037e", "looks like ;, U+037E"],
    ["git push \u2010dry", "looks like -, U+2010"],
    ["npm publish \u2014dry", "looks like -, U+2014"],
  ])("%j has something that passes for a plain character", (text, shown) => {
    expect(hiddenIn(text)).toEqual([`lookalike: ${shown}`]);
  });

  test("a whole word of letters that pass for Latin ones is named where Latin stands beside it", () => {
    expect(hiddenIn("аррӏе.com")).toHaveLength(5);
    expect(hiddenIn("путь/file.txt")).toEqual([]);
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
