// Colour: only on a terminal, not where nobody wants it, and without moving columns.
import { styleText } from "node:util";
import { expect, test } from "vitest";
import { takesColour } from "../../src/cli/colour.ts";
import { table } from "../../src/cli/text.ts";

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: "" }, true],
  [{ isTTY: true }, { NO_COLOR: "1" }, false],
  [{ isTTY: true }, { TERM: "dumb" }, false],
  [{ isTTY: false }, { FORCE_COLOR: "1" }, false],
  [{}, {}, false],
] as const)("%j with %j: %s", (output, environment, expected) => {
  expect(takesColour(output, environment)).toBe(expected);
});

test("a coloured cell is as wide as its words", () => {
  const red = styleText("red", "no", { validateStream: false });
  expect(
    table([
      [red, "x"],
      ["long", "y"],
    ]),
  ).toBe(`${red}    x\nlong  y`);
});
