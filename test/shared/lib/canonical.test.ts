// Canonical JSON: the same text as the reference implementation, and no surprise with strange values.
import reference from "canonicalize";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, canonicalRecord } from "../../../src/shared/lib/canonical.ts";
import type { Json } from "../../../src/shared/lib/json.ts";

describe("canonical JSON", () => {
  test("is what the reference implementation gives", () => {
    const names = fc.string({ unit: "grapheme" });
    const value = fc.jsonValue({ noUnicodeString: false });
    fc.assert(
      fc.property(fc.dictionary(names, value), (object) => {
        expect(canonicalRecord(object as Json)).toBe(reference(object));
        expect(canonical(object)).toBe(reference(object));
      }),
    );
  });

  test.each([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [{ "€": 1, "\r": 2, "1": 3, "😀": 4, ö: 5 }, '{"\\r":2,"1":3,"ö":5,"€":1,"😀":4}'],
    [[1e21, 1e-7, -0, 0.1, 4.5], "[1e+21,1e-7,0,0.1,4.5]"],
    ['quote " and \\ and \u0007', '"quote \\" and \\\\ and \\u0007"'],
    [{ a: { d: [{ z: 1, y: 2 }], c: null } }, '{"a":{"c":null,"d":[{"y":2,"z":1}]}}'],
  ])("%j", (value, text) => {
    expect(canonicalRecord(value)).toBe(text);
  });

  test("records what JSON cannot carry instead of refusing it", () => {
    const strange = { gone: undefined, number: Number.NaN, half: "\ud800x" } as unknown as Json;
    expect(canonicalRecord(strange)).toBe('{"half":"\ufffdx","number":null}');
  });

  test.each([[{ a: "\ud800" }], [{ "\ud800": 1 }], [[Number.NaN]], [Number.POSITIVE_INFINITY]])(
    "%j has no form that could be signed",
    (value) => {
      expect(() => canonical(value)).toThrow("no canonical form");
      expect(() => reference(value)).toThrow("is not allowed");
    },
  );
});
