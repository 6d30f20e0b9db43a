// Searching many expressions at once finds what each of them finds alone, in any text.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { literalsOf } from "../../../src/main/engine/rules/pattern-literals.ts";
import { createTextSearch } from "../../../src/main/engine/rules/text-search.ts";

const patterns = [
  /curl\b/u,
  /\b(?:wget|fetch)\s/u,
  /secret(?!ly)/u,
  /(?<!no )history/u,
  /\$\{/u,
  /sh(?![a-z])/u,
  /kelvin/u,
];

describe.each(["u", "iu"])("with the flags %s", (flags) => {
  const marked = new Set<number>();
  const search = createTextSearch(
    patterns.map((pattern, place) => ({ place, pattern })),
    flags,
    (places) => places.forEach((place) => marked.add(place)),
  );
  const found = (text: string): readonly number[] => {
    marked.clear();
    search(text);
    return [...marked].sort((left, right) => left - right);
  };
  const expected = (text: string): readonly number[] =>
    patterns.flatMap(({ source }, place) => (new RegExp(source, flags).test(text) ? place : []));

  test.each(["curl x | sh", "no history", "CURL", "secretly", "fetch me", "\u212Aelvin", "hiſtory", ""])(
    "%s",
    (text) => {
      expect(found(text)).toEqual(expected(text));
    },
  );

  test("any text", () => {
    const word = fc.constantFrom(
      "curl",
      "wget ",
      "fetch",
      "secret",
      "ly",
      "no ",
      "history",
      "${",
      "sh",
      "K",
      "\u212A",
      "é",
      " ",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        expect(found(words.join(""))).toEqual(expected(words.join("")));
      }),
    );
  });

  test("a text that is too long to be searched has them all", () => {
    expect(found("a".repeat(10_000))).toHaveLength(patterns.length);
  });
});

test.each<[string, readonly string[] | undefined]>([
  ["abc|defg", ["abc", "defg"]],
  ["abc(?:x|y)z", ["abc"]],
  ["ab|cdef", undefined],
  ["(?<!no )history(?=\\))", ["history"]],
  ["(?i)abc", undefined],
  ["\\u{1F600}abc(?<name>x)", undefined],
])("every match of %s contains one of %j", (source, literals) => {
  expect(literalsOf(source)).toEqual(literals);
});
