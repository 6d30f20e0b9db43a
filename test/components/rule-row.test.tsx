// A rule in the list: its numbers, how far it goes, and the switch, which changes the draft and saves nothing.
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { discard, useDraft } from "../../src/renderer/screens/policy/draft.ts";
import { RuleRow } from "../../src/renderer/screens/policy/rule-row.tsx";
import type { RuleUse } from "../../src/shared/contract/policy-api.ts";
import { hour } from "../../src/shared/lib/clock.ts";
import { click, renderConsole } from "./support/console.tsx";

beforeEach(discard);

const original = "rules:\n  - id: make\n    effect: allow\n    programs: [make]\n";
const off = original.replace("id: make\n", "id: make\n    enabled: false\n");

function row(changes: Partial<RuleUse> = {}, text = original) {
  const rule: RuleUse = { id: "make", kind: "rule", effect: "allow", about: "make", hits: 12, ...changes };
  return renderConsole(<RuleRow rule={rule} draft={{ text, original, currentId: "one" }} />);
}

const toggle = () => screen.getByRole("switch", { name: "Rule make" });

test("shows decisions, last use and the widest action", () => {
  row({ lastUsedAt: Date.now() - 2 * hour, widest: "make -C ~ clean" });
  expect(screen.getByText("12 decisions")).toBeDefined();
  expect(screen.getByText(/^last/).textContent).toMatch(/2/);
  expect(screen.getByText("make -C ~ clean")).toBeDefined();
});

test("the switch changes the draft and saves nothing", () => {
  const { asked } = row();
  expect(toggle().getAttribute("aria-checked")).toBe("true");
  click(toggle());
  expect(useDraft.getState()).toMatchObject({ text: off, base: "one" });
  expect(asked("savePolicy")).toEqual([]);
});

test("switched back, there is no draft left", () => {
  row({ widest: "make -C ~ clean" }, off);
  expect(toggle().getAttribute("aria-checked")).toBe("false");
  expect(screen.getByText("Off once saved")).toBeDefined();
  expect(screen.queryByText("make -C ~ clean")).toBeNull();
  click(toggle());
  expect(useDraft.getState().text).toBeUndefined();
});

test("what is built in has no switch, and a rule that only the editor can change has a dead one", () => {
  row({ kind: "other", id: "builtin.self" });
  expect(screen.queryByRole("switch")).toBeNull();
  row({}, "rules: [{ id: make,\n  effect: allow }]\n");
  expect(toggle()).toHaveProperty("disabled", true);
});
