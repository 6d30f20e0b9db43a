// Regular expressions of `matches()`: the same answers as JavaScript's, in bounded time, and clear errors for what is left out.
import { describe, expect, test } from "vitest";
import { compileRegular, newSearchBudget } from "../../../../src/main/engine/rules/regular/regular.ts";

const sources = [
  "h.*o",
  "^a+$",
  "(a|ab)(c|bcd)(d*)",
  "\\bfoo\\b",
  "\\Bo",
  "[a-c]{2,3}x",
  "^(\\d+)\\.(\\d+)$",
  "a?b??c*?",
  "[^/]+/\\.env$",
  "(a*)*b",
  "x{0}y",
  "(?:ab|cd)+$",
  "\\$\\(",
  "^$",
  "a|^b|c$",
  "[\\w.-]+@[\\w-]+",
  "[]-]x",
  "\\x41\\s*\\S",
  "",
];
const texts = [
  "hello",
  "aaa",
  "abcd",
  "a foo b",
  "afoo",
  "abcx",
  "12.4",
  "12.4.5",
  "x/.env",
  "x/.env2",
  "",
  "xy",
  "abcdab",
  "echo $(date)",
  "b",
  "zc",
  "me@host",
  "p\nx\nq",
  "]x",
  "A  b",
  "🙂foo",
];

describe.each(sources)("%s", (source) => {
  test.each(texts)("finds what JavaScript finds in %j", (text) => {
    const javascript = new RegExp(source.replace("[]-]", "[\\]-]")).test(text);
    expect(compileRegular(source).test(text)).toBe(javascript);
  });
});

test("flags at the start and in a group", () => {
  expect(compileRegular("(?i)HeLLo").test("well, hEllO")).toBe(true);
  expect(compileRegular("a(?i:B)c").test("abc")).toBe(true);
  expect(compileRegular("a(?i:B)c").test("abC")).toBe(false);
  expect(compileRegular("(?m)^x$").test("p\nx\nq")).toBe(true);
  expect(compileRegular("^x$").test("p\nx\nq")).toBe(false);
  expect(compileRegular("a.b").test("a\nb")).toBe(false);
  expect(compileRegular("(?s)a.b").test("a\nb")).toBe(true);
});

test("a search that would take too long fails instead of going on", () => {
  let seed = 1;
  const noise = Array.from({ length: 400_000 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed > 1_073_741_824 ? "a" : "b";
  }).join("");
  expect(() => compileRegular("(a|b)*a(a|b){150}[z]").test(noise)).toThrow("too long");
});

describe("many expressions", () => {
  const text = `echo ${"abc def1 ".repeat(7_000)}`.slice(0, 60_000);

  test("on one long text do not each read all of it", () => {
    const regulars = Array.from({ length: 3_000 }, (_, at) => compileRegular(`(?:foo${at}|bar${at})[0-9]+`));
    const budget = newSearchBudget();
    for (const regular of regulars) expect(regular.test(text, budget)).toBe(false);
    expect(budget.left).toBeGreaterThan(0);
  });

  test("that no literal helps end when the decision has spent its share", () => {
    const regulars = Array.from({ length: 3_000 }, () => compileRegular("[a-f]+[0-9][x-z]{2}[a-f]"));
    const budget = newSearchBudget();
    let failed = 0;
    for (const regular of regulars) {
      try {
        regular.test(text, budget);
      } catch {
        failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(2_000);
  });

  test.each(["(?:x|def1)", "(?:def1 )+", "zz|[a-f]+1", "(?:ab)?c d", "é|def", "d(?:e|x)f1", "(?:nothing|here)"])(
    "%s: what is looked for first never hides a match",
    (source) => {
      for (const each of [text, `${text}é`, "abc def1", "x"])
        expect(compileRegular(source).test(each)).toBe(new RegExp(source).test(each));
    },
  );
});

test.each([
  ["(a", "A closing parenthesis is missing.", 2],
  ["a)", "There is a closing parenthesis too many.", 1],
  ["[a", "A closing bracket is missing.", 0],
  ["*a", "There is nothing to repeat here.", 0],
  ["(?=a)", "Looking ahead or behind is not supported.", 0],
  ["(?<!a)b", "Looking ahead or behind is not supported.", 0],
  ["(a)\\1", "Back references are not supported.", 3],
  ["a{999}", "Repeat at most 200 times.", 1],
  ["[z-a]", "The range is the wrong way round.", 0],
  ["\\p{L}", "The escape \\p is not supported.", 0],
  ["[[:alpha:]]", "Named classes are not supported: write the characters.", 1],
  ["((((a{100}){100}){100}){100})", "It is too large once its repeats are written out.", 0],
  ["a\\", "It ends too early.", 2],
])("%s is refused", (source, message, offset) => {
  expect(() => compileRegular(source)).toThrow(expect.objectContaining({ message, offset }));
});
