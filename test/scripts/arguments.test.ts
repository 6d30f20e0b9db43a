// `--only` and `--without` choose gates; anything else is refused with a message.
import { expect, test } from "vitest";
import { selectNames } from "../../scripts/arguments.ts";

const names = ["format", "unit", "e2e"] as const;

test.each([
  [[], ["format", "unit", "e2e"]],
  [
    ["--without", "e2e"],
    ["format", "unit"],
  ],
  [
    ["--only", "e2e", "--only", "format"],
    ["format", "e2e"],
  ],
  [["--only", "unit", "--only", "e2e", "--without", "e2e"], ["unit"]],
])("%j leaves %j", (args, chosen) => {
  expect(selectNames(names, args)).toEqual({ ok: true, value: chosen });
});

test.each([
  [["--only", "speed"], /no gate "speed".*format, unit, e2e/],
  [["--without", ""], /no gate ""/],
  [["--only", "e2e", "--without", "e2e"], /leave no gate/],
  [["--only"], /argument missing/],
  [["--faster"], /--faster/],
  [["unit"], /unit/],
])("%j is refused", (args, message) => {
  expect(selectNames(names, args)).toEqual({ ok: false, error: expect.stringMatching(message) });
});
