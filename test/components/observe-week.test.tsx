// A week of observe mode in the window: the offer, the days, and the review at its end.
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { ObserveWeek } from "../../src/renderer/connect/observe-week.tsx";
import { useChecklistStore } from "../../src/renderer/state/checklist.ts";
import { useUi } from "../../src/renderer/state/ui-store.ts";
import type { ConsoleStatus } from "../../src/shared/contract/contract.ts";
import type { Observed } from "../../src/shared/contract/reach.ts";
import { day, hour } from "../../src/shared/lib/clock.ts";
import { ok } from "../../src/shared/lib/result.ts";
import { createFakeEngine } from "../support/window/fake-operations.ts";
import { answered } from "./support/approvals.ts";
import { aMoment, click, renderConsole } from "./support/console.tsx";

const isNew = { done: { connected: false, asked: false, answered: false }, open: false, looked: true };

const seen = (intentId: string, outcome: Observed["outcome"]): Observed => ({
  agentDid: "did:a",
  agentName: "Codex",
  intentId,
  tool: "Bash",
  summary: "npm publish",
  outcome,
  decider: "risk",
  why: "",
  level: "HIGH",
  count: 3,
  lastAt: 0,
  scope: "exact",
});

function observingSince(since: number, observed: readonly Observed[]) {
  const engine = createFakeEngine("busy", { http: "", ws: "" });
  return renderConsole(<ObserveWeek />, {
    operations: {
      getStatus: async () => {
        const status = await engine.operations.getStatus({}, "console");
        if (!status.ok) return status;
        const observing: ConsoleStatus = { ...status.value, mode: "observe", observing: { by: "console", since } };
        return ok(observing);
      },
      listObserved: () => answered(observed),
    },
  });
}

beforeEach(() => useChecklistStore.setState(isNew));

describe("the offer", () => {
  test("stays while somebody gets started, and is confirmed before anything changes", async () => {
    const { asked } = renderConsole(<ObserveWeek />);
    click(await screen.findByRole("button", { name: "Observe for a week" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(asked("setMode")).toEqual([]);
    click(within(dialog).getByRole("button", { name: "Observe only" }));
    await aMoment();
    expect(asked("setMode")).toEqual([{ mode: "observe" }]);
  });

  test("is gone once the three steps are done, and comes back with the checklist", async () => {
    const done = { connected: true, asked: true, answered: true };
    useChecklistStore.setState({ ...isNew, done });
    renderConsole(<ObserveWeek />);
    await aMoment();
    expect(screen.queryByRole("region", { name: "Week of observe mode" })).toBeNull();
    useChecklistStore.setState({ open: true });
    expect(await screen.findByRole("button", { name: "Observe for a week" })).toBeDefined();
  });
});

describe("the week", () => {
  test("counts its days and the kinds of actions that would have asked", async () => {
    observingSince(Date.now() - 2 * day - hour, [seen("1", "would_ask"), seen("2", "denied")]);
    const week = await screen.findByRole("region", { name: "Week of observe mode" });
    await within(week).findByText("So far 1 kind of action would have asked you.");
    expect(within(week).getByText("Observing, day 3 of 7.")).toBeDefined();
  });

  test("ends with the review", async () => {
    observingSince(Date.now() - 8 * day, [seen("1", "would_ask"), seen("2", "would_ask")]);
    const week = await screen.findByRole("region", { name: "Week of observe mode" });
    await within(week).findByText(/^2 kinds of actions would have asked you\. Turn what is fine into rules/);
    click(within(week).getByRole("button", { name: "Review and enforce" }));
    expect(useUi.getState().screen).toBe("approvals");
  });
});
