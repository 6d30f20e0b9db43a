// Lines: framing, whatever the chunks.
import { describe, expect, test } from "vitest";
import { createLineSplitter, type Line } from "../../../../src/main/server/lines/lines.ts";

const text = (...texts: readonly string[]): readonly Line[] => texts.map((one) => ({ kind: "text", text: one }));

/** Everything a splitter makes of the chunks, the end included. */
function split(chunks: readonly (string | Buffer)[], limit = 100): readonly Line[] {
  const splitter = createLineSplitter(limit);
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk as string))), ...splitter.end()];
}

describe("lines", () => {
  test.each<[string, readonly string[], readonly Line[]]>([
    ["one line", ["a\n"], text("a")],
    ["several in one chunk", ["a\nb\nc\n"], text("a", "b", "c")],
    ["one in several chunks", ["a", "b", "c\nd", "\n"], text("abc", "d")],
    ["CRLF", ["a\r\nb\r", "\nc\r\n"], text("a", "b", "c")],
    ["blank lines", ["\n\r\n  \t\na\n\n"], text("a")],
    ["no line feed at the end", ["a\nb"], text("a", "b")],
    ["white space is kept", [" a \n"], text(" a ")],
    ["nothing", [], []],
  ])("%s", (_name, chunks, expected) => {
    expect(split(chunks)).toEqual(expected);
  });

  test("a character may be cut by a chunk's end", () => {
    const bytes = Buffer.from("é😀\n");
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(text("é😀"));
  });

  test("invalid UTF-8 costs its line", () => {
    expect(split([Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0x62, 0x0a])])).toEqual([
      ...text("a"),
      { kind: "not_utf8" },
      ...text("b"),
    ]);
  });

  test("a line at the limit passes, one byte more does not, with LF and with CRLF", () => {
    expect(split(["1234\n12345\n1234\r\n12345\r\n"], 4)).toEqual([
      ...text("1234"),
      { kind: "too_long" },
      ...text("1234"),
      { kind: "too_long" },
    ]);
  });

  test("a line that is too long is told once, while it is still coming, and the stream goes on", () => {
    const splitter = createLineSplitter(4);
    expect(splitter.push(Buffer.from("123456"))).toEqual([{ kind: "too_long" }]);
    for (let chunk = 0; chunk < 1000; chunk += 1) expect(splitter.push(Buffer.from("x".repeat(1000)))).toEqual([]);
    expect(splitter.push(Buffer.from("x\nok\n"))).toEqual(text("ok"));
  });

  test("a long line in single bytes arrives whole", () => {
    const long = "abcdefghij".repeat(500);
    expect(split(`${long}\n`.split(""), 10_000)).toEqual(text(long));
  });
});
