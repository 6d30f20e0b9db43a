// One session in the window: the marks of its timeline, the replay of its steps, and the way to Activity.
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { SessionsScreen } from "../../../src/renderer/screens/sessions/sessions-screen.tsx";
import { useUi } from "../../../src/renderer/state/ui-store.ts";
import type { SessionSummary } from "../../../src/shared/contract/activity.ts";
import type { LedgerEntry } from "../../../src/shared/domain/audit.ts";
import { lifelikeStep, lifelikeSteps } from "../../support/window/fake-sessions.ts";
import { answered } from "../support/approvals.ts";
import { click, type ConsoleOptions, renderConsole } from "../support/console.tsx";

const agentDid = "did:aeon:claude-code:1:a";
const summary: SessionSummary = {
  sessionId: "shop-1",
  agentDid,
  project: "/home/anna/shop",
  firstAt: 0,
  lastAt: 1000,
  decisions: 7,
  denied: 1,
  worst: "CRITICAL",
};

function entry(content: string): LedgerEntry {
  const body = { arguments: { file_path: "src/cart.ts", content } };
  return { sequence: 1, kind: "intent", at: 0, summary: "", body, previousHash: "", hash: "" };
}

function open(operations: ConsoleOptions["operations"] = {}) {
  return renderConsole(<SessionsScreen />, {
    operations: {
      listSessions: () => answered([summary, { ...summary, sessionId: "shop-2", worst: "LOW" }]),
      getStory: ({ intentId }) =>
        answered({ intentId, entries: [entry("first\nsecond\n")], ancestors: [], children: [] }),
      ...operations,
    },
  });
}

const picture = () => screen.findByRole("group", { name: "Timeline of the session" });
const marks = async () => within(await picture()).getAllByRole("button");

describe("the timeline", () => {
  test("has a button for every step, which says what it was and how it ended", async () => {
    open();
    expect((await marks()).map((mark) => mark.getAttribute("aria-label"))).toEqual([
      "Step 1: Read file 1. Allowed · ran 40 ms, risk 0.02",
      "Step 2: Hand work to another agent. Allowed · ran 40 ms, risk 0.02",
      "Step 3, general-purpose: Read file 3. Allowed · ran 40 ms, risk 0.02",
      "Step 4, general-purpose: Read file 4. Allowed · ran 40 ms, risk 0.02",
      "Step 5: Write cart.ts in the project. Allowed · ran 40 ms, risk 0.02",
      "Step 6: Read credentials · secrets. Allowed by you after 4 sec, risk 0.78",
      "Step 7: Upload cart.ts to paste.example. Denied by risk score, risk 0.91",
    ]);
  });

  test("one mark is reached by Tab, the arrow keys go on from there", async () => {
    open();
    const all = await marks();
    expect(all.filter((mark) => mark.getAttribute("tabindex") === "0")).toEqual([all[0]]);
    all[0]?.focus();
    fireEvent.keyDown(all[0] as Element, { key: "ArrowRight" });
    expect(document.activeElement).toBe(all[1]);
    fireEvent.keyDown(all[1] as Element, { key: "End" });
    expect(document.activeElement).toBe(all[6]);
    fireEvent.keyDown(all[6] as Element, { key: "Enter" });
    await screen.findByText("Step 7 of 7");
  });

  test("a selected step is replayed; selected again, it is opened in Activity", async () => {
    open();
    click((await marks())[5] as Element);
    await screen.findByText("Step 6 of 7");
    expect(useUi.getState().screen).toBe("overview");
    click((await marks())[5] as Element);
    expect(useUi.getState()).toMatchObject({
      screen: "activity",
      activity: {
        filter: { agents: [agentDid], sessions: ["shop-1"] },
        opened: { intentId: "step-6", agentDid },
      },
    });
  });

  test("says that only the latest steps are drawn", async () => {
    open({ getSessionSteps: () => answered({ steps: lifelikeSteps, earlier: true }) });
    expect(await screen.findByText("Only the latest 7 steps are drawn. Activity has all of them.")).toBeDefined();
  });
});

describe("the replay", () => {
  test("goes through the steps by its buttons, from the first to the last", async () => {
    open();
    await screen.findByText("Step 1 of 7");
    expect(screen.getByRole("button", { name: "Previous step" })).toHaveProperty("disabled", true);
    click(screen.getByRole("button", { name: "Next step" }));
    await screen.findByText("Hand work to another agent");
    click(screen.getByRole("button", { name: "Last step" }));
    await screen.findByText("Step 7 of 7");
    await screen.findByText("paste.example");
    expect(screen.getByRole("button", { name: "Next step" })).toHaveProperty("disabled", true);
  });

  test("shows what a step changes, compared with what the session wrote there before", async () => {
    const write = (number: number) =>
      lifelikeStep(number, {
        writes: "content",
        files: [{ path: "/home/anna/shop/src/cart.ts", access: "write", zone: "workspace" }],
      });
    const texts: Readonly<Record<string, string>> = { "step-1": "one\ntwo\n", "step-2": "one\nthree\n" };
    open({
      getSessionSteps: () => answered({ steps: [write(1), write(2)], earlier: false }),
      getStory: ({ intentId }) =>
        answered({ intentId, entries: [entry(texts[intentId] ?? "")], ancestors: [], children: [] }),
    });
    await screen.findByText("The whole text it writes");
    click(screen.getByRole("button", { name: "Next step" }));
    const change = await screen.findByRole("region", { name: "Change to /home/anna/shop/src/cart.ts" });
    await within(change).findByText("Compared with what the session wrote there before");
    expect(within(change).getByText("removed").parentElement?.textContent).toContain("two");
    expect(within(change).getByText("added").parentElement?.textContent).toContain("three");
    expect(within(change).queryAllByText(/one/)).toHaveLength(1);
  });
});

test("the table names every step, and each leads to its row", async () => {
  open();
  click(await screen.findByRole("radio", { name: "Table" }));
  const table = await screen.findByRole("table", { name: "Steps of the session" });
  expect(within(table).getAllByRole("row")).toHaveLength(8);
  click(within(table).getByRole("button", { name: "Write cart.ts in the project" }));
  expect(useUi.getState().activity.opened).toEqual({ intentId: "step-5", agentDid });
});

test("another session of the list is opened", async () => {
  const { asked } = open();
  const list = await screen.findByRole("navigation", { name: "Sessions" });
  click(within(list).getAllByRole("button")[1] as Element);
  await screen.findByText("Step 1 of 7");
  expect(useUi.getState().session).toEqual({ agentDid, sessionId: "shop-2" });
  expect(asked("getSessionSteps").at(-1)).toEqual({ agentDid, sessionId: "shop-2" });
});

test("without any session, the screen says what will be here", async () => {
  open({ listSessions: () => answered([]) });
  expect(await screen.findByText("No sessions yet")).toBeDefined();
});
