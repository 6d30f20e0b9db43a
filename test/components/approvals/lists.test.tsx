// The lists of the approvals screen: the queue, and what was missed.
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { approvalsScreen, missedList as labels } from "../../../src/renderer/labels/approvals.ts";
import { ApprovalsScreen } from "../../../src/renderer/screens/approvals/approvals-screen.tsx";
import { MissedList } from "../../../src/renderer/screens/approvals/lists/missed-list.tsx";
import { useUi } from "../../../src/renderer/state/ui-store.ts";
import type { Missed } from "../../../src/shared/contract/missed.ts";
import { answered, approvalNamed } from "../support/approvals.ts";
import { click, notices, renderConsole } from "../support/console.tsx";

describe("the queue", () => {
  const queue = (): Promise<HTMLElement> => screen.findByRole("navigation", { name: "Waiting requests" });
  const entries = (list: HTMLElement): readonly HTMLElement[] =>
    within(list)
      .getAllByRole("button")
      .filter((button) => button.hasAttribute("aria-current"));
  const selected = (list: HTMLElement): readonly number[] =>
    entries(list).flatMap((button, index) => (button.getAttribute("aria-current") === "true" ? [index] : []));

  test("has every request under its agent, the highest risk of each first", async () => {
    renderConsole(<ApprovalsScreen />);
    const list = await queue();
    const headings = within(list)
      .getAllByRole("heading")
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(["Claude Code2", "Codex2", "Gemini CLI1"]);
    const levels = entries(list).map((entry) => within(entry).getByRole("img").getAttribute("aria-label"));
    expect(levels).toEqual(["High risk", "Medium risk", "High risk", "High risk", "Medium risk"]);
  });

  test("selects the first request by itself, and the next and previous with J and K", async () => {
    renderConsole(<ApprovalsScreen />);
    const list = await queue();
    await expect.poll(() => selected(list)).toEqual([0]);
    fireEvent.keyDown(window, { key: "j" });
    expect(selected(list)).toEqual([1]);
    fireEvent.keyDown(window, { key: "k" });
    expect(selected(list)).toEqual([0]);
    fireEvent.keyDown(window, { key: "k" });
    expect(selected(list)).toEqual([0]);
  });

  test("a click shows the card of the request", async () => {
    renderConsole(<ApprovalsScreen />);
    const list = await queue();
    const last = entries(list).at(-1);
    if (last === undefined) throw new Error("The queue is empty.");
    click(last);
    const card = await screen.findByRole("article", { name: "Request" });
    await expect.poll(() => card.textContent).toContain("git push --force-with-lease origin main");
  });

  test("a request that ends elsewhere leaves the queue, and the notice says so", async () => {
    const { engine } = renderConsole(<ApprovalsScreen />);
    const list = await queue();
    const { approvalId, digest } = approvalNamed("install");
    await engine.operations.resolveApproval(
      { approvalId, digest, decision: "deny", scope: "exact", duration: "once" },
      "console",
    );
    await expect.poll(() => entries(list).length).toBe(4);
    expect(notices()).toEqual([expect.stringMatching(/^Denied elsewhere\. Codex: /)]);
  });

  test("without requests the screen says what would appear", async () => {
    renderConsole(<ApprovalsScreen />, { kind: "empty" });
    expect(await screen.findByText(approvalsScreen.emptyTitle)).toBeTruthy();
  });
});

describe("what was missed", () => {
  const item = {
    agentDid: "did:aeon:codex:1.0:a",
    agentName: "Codex",
    headline: "Deletes files",
    summary: "rm -rf build",
    level: "MEDIUM",
    at: Date.now() - 60_000,
    count: 1,
  } as const;
  const missed: Missed = {
    items: [
      { ...item, kind: "unanswered", intentId: "i-1", reason: "timeout", count: 3 },
      { ...item, kind: "passed", intentId: "i-2", reason: "rule_allow", grantId: "grant-1" },
    ],
    more: 7,
    pairings: [{ agentDid: "did:aeon:new:1.0:b", agentName: "Newcomer", at: Date.now() - 5000 }],
    through: 42,
  };

  test("is grouped: unanswered, passed by a rule, wanting to pair, and the rest as a number", () => {
    renderConsole(<MissedList missed={missed} />);
    expect(within(screen.getByRole("region", { name: labels.ended })).getByText("×3")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: labels.allowed })).getAllByRole("listitem")).toHaveLength(1);
    expect(within(screen.getByRole("region", { name: labels.wantToPair })).getByText("Newcomer")).toBeTruthy();
    expect(screen.getByText(labels.more("7"))).toBeTruthy();
  });

  test("is dismissed up to the entry that was shown", async () => {
    const { asked } = renderConsole(<MissedList missed={missed} />);
    click(screen.getByRole("button", { name: labels.dismissAll }));
    await expect.poll(() => asked("dismissMissed")).toEqual([{ through: 42 }]);
  });

  test("a decision that let something pass can be ended there", async () => {
    const { asked } = renderConsole(<MissedList missed={missed} />);
    click(screen.getByRole("button", { name: labels.askMeNextTime }));
    await expect.poll(() => asked("revokeGrant")).toEqual([{ grantId: "grant-1" }]);
    await expect.poll(notices).toEqual([labels.willAskAgain]);
  });

  test("leads to the agent that wants to pair", () => {
    renderConsole(<MissedList missed={missed} />);
    click(within(screen.getByRole("region", { name: labels.wantToPair })).getByRole("button"));
    expect(useUi.getState()).toMatchObject({ screen: "agents", agentDid: "did:aeon:new:1.0:b" });
  });

  test("has its place above the queue while requests wait", async () => {
    renderConsole(<ApprovalsScreen />, { operations: { listMissed: () => answered(missed) } });
    click(await screen.findByRole("button", { name: approvalsScreen.missed("10") }));
    expect(screen.getByRole("region", { name: labels.title })).toBeTruthy();
    click(screen.getByRole("button", { name: labels.back }));
    expect(screen.queryByRole("region", { name: labels.title })).toBeNull();
  });
});
