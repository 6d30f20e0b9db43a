// The risk document names every rule there is, and none that is gone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentPath, withRules } from "../../../training/eval/rule-list.ts";

/** The formatter pads tables; only the words count. */
const words = (text: string): string => text.replaceAll(/[\s|-]+/gu, " ");

test("the lists of rules are those of the code", () => {
  const document = readFileSync(documentPath, "utf8");
  expect(document).toContain("<!-- call rules -->");
  expect(document).toContain("<!-- text rules -->");
  expect(words(document), "run node training/eval/rule-list.ts").toBe(words(withRules(document)));
});
