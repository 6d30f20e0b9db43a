// A rule of a common form, built in the window: it goes into the draft, and nothing is saved by it.
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { discard, useDraft } from "../../src/renderer/screens/policy/draft.ts";
import { RuleBuilder } from "../../src/renderer/screens/policy/rule-builder.tsx";
import { click, renderConsole } from "./support/console.tsx";

beforeEach(discard);

const original = "version: 1\nrules:\n  - id: other\n    effect: deny\n";

async function open(text = original) {
  const console = renderConsole(<RuleBuilder draft={{ text, currentId: "one", original: text }} />);
  click(await screen.findByRole("button", { name: "New rule" }));
  return console;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("is shown as it will be written, and added to the draft with its line in view", async () => {
  const { asked } = await open();
  const add = await screen.findByRole("button", { name: "Add to draft" });
  expect(add).toHaveProperty("disabled", true);
  click(screen.getByRole("radio", { name: "Deny" }));
  type("Names of programs", "terraform");
  type("Reason (optional)", "People do that");
  expect(screen.getByLabelText("The rule as it will be written").textContent).toBe(
    '- id: deny-terraform\n  effect: deny\n  programs: ["terraform"]\n  reason: "People do that"\n',
  );
  click(add);
  expect(useDraft.getState()).toMatchObject({ base: "one", goTo: { line: 3 } });
  expect(useDraft.getState().text).toContain("  - id: deny-terraform\n    effect: deny\n");
  expect(useDraft.getState().text).toContain("  - id: other\n    effect: deny\n");
  expect(asked("savePolicy")).toEqual([]);
});

test("rules on one line are left to a person, who is told so", async () => {
  await open("rules: [{ id: other, effect: deny }]\n");
  type("Names of programs", "terraform");
  expect(screen.getByText(/Add the rule in the editor\.$/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Add to draft" })).toHaveProperty("disabled", true);
});
