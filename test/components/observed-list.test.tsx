// The review of observe mode: several observations become rules at once, after a preview of each.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ObservedList } from "../../src/renderer/screens/approvals/lists/observed-list.tsx";
import { useUi } from "../../src/renderer/state/ui-store.ts";
import type { Grant } from "../../src/shared/domain/approval.ts";
import type { Observed } from "../../src/shared/contract/reach.ts";
import { fail, ok } from "../../src/shared/lib/result.ts";
import { answered } from "./support/approvals.ts";
import { aMoment, click, notices, renderConsole } from "./support/console.tsx";

const seen = (intentId: string, changes: Partial<Observed> = {}): Observed => ({
  agentDid: "did:a",
  agentName: "Codex",
  intentId,
  tool: "Bash",
  summary: `run ${intentId}`,
  outcome: "would_ask",
  decider: "risk",
  why: "",
  level: "HIGH",
  count: 1,
  lastAt: 0,
  scope: "exact",
  ...changes,
});

const grantOf = (intentId: string): Grant => ({
  grantId: `grant-${intentId}`,
  effect: "allow",
  scope: "exact",
  duration: "always",
  agentDid: "did:a",
  tool: "Bash",
  effects: [],
  hosts: [],
  title: `run ${intentId}`,
  issuedAt: 0,
  issuedBy: "console",
  uses: 0,
  fromIntent: intentId,
});

function review(observed: readonly Observed[]) {
  return renderConsole(<ObservedList />, {
    operations: {
      listObserved: () => answered(observed),
      previewReach: async ({ subject }) =>
        "intentId" in subject && subject.intentId !== "3"
          ? ok({ title: `rule for ${subject.intentId}`, verified: "It covers this request." })
          : fail({ code: "refused", message: "What is critical is allowed once only." }),
      decidePast: async ({ intentId }) => ok(grantOf(intentId)),
      revokeGrant: async ({ grantId }) => ok(grantOf(grantId)),
    },
  });
}

test("each is previewed, what cannot be a rule is left out, and one Undo takes all back", async () => {
  const { asked } = review([seen("1"), seen("2"), seen("3")]);
  click(await screen.findByRole("checkbox", { name: "Select all" }));
  expect(screen.getByText("3 selected")).toBeDefined();
  click(screen.getByRole("button", { name: "Always allow selected…" }));
  const dialog = await screen.findByRole("alertdialog");
  await within(dialog).findByText("rule for 1");
  expect(within(dialog).getByText("Left out: What is critical is allowed once only.")).toBeDefined();
  expect(asked("decidePast")).toEqual([]);
  click(within(dialog).getByRole("button", { name: "Add 2 allow rules" }));
  await aMoment();
  const decided = { agentDid: "did:a", decision: "approve", scope: "exact", duration: "always" };
  expect(asked("decidePast")).toEqual([
    { ...decided, intentId: "1" },
    { ...decided, intentId: "2" },
  ]);
  expect(notices()).toContain("2 new rules added: allowed from now on.");
  useUi.getState().notices.at(-1)?.action?.run();
  await aMoment();
  expect(asked("revokeGrant")).toEqual([{ grantId: "grant-1" }, { grantId: "grant-2" }]);
  expect(notices()).toContain("2 rules removed.");
});

test("what has a rule already cannot be selected, and denials have no box", async () => {
  review([seen("1", { decided: "allow" }), seen("2", { outcome: "denied" })]);
  expect(await screen.findByRole("checkbox", { name: "Select run 1" })).toHaveProperty("disabled", true);
  expect(screen.queryByRole("checkbox", { name: "Select run 2" })).toBeNull();
  expect(screen.queryByRole("toolbar")).toBeNull();
});
