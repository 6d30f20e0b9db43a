// When the small window appears, what it shows, and what becomes of an answer.
import { describe, expect, test } from "vitest";
import { createPopover } from "../../../../src/main/windows/popover/popover.ts";
import { popoverRequest } from "../../../../src/main/windows/popover/request.ts";
import type { PopoverState } from "../../../../src/shared/contract/window/popover.ts";
import type { HeldApproval } from "../../../../src/shared/domain/approval.ts";
import type { RiskLevel } from "../../../../src/shared/domain/verdict.ts";
import { minute } from "../../../../src/shared/lib/clock.ts";
import { fail, ok } from "../../../../src/shared/lib/result.ts";
import { lifelikeApprovals } from "../../../support/engine/lifelike.ts";

const approvals = lifelikeApprovals(0);
const [first, second] = approvals;
if (first === undefined || second === undefined) throw new Error("There are too few lifelike approvals.");

function held(approvalId: string): HeldApproval {
  const found = approvals.find((each) => each.approvalId === approvalId);
  if (found === undefined) throw new Error(`There is no request ${approvalId}.`);
  return found;
}

function desk() {
  const state = { mayAppear: true, watched: false, focused: 0, paused: 0, refuses: false };
  const opened: (string | undefined)[] = [];
  const asked: { readonly decision: string; readonly reason?: string | undefined; readonly actor: string }[] = [];
  let timers: { readonly ms: number; readonly run: () => void }[] = [];
  let shown: PopoverState | undefined;
  const popover = createPopover({
    operations: {
      resolveApproval: async ({ approvalId, decision, reason }, actor) => {
        asked.push({ decision, reason, actor });
        if (state.refuses) return fail({ code: "refused", message: "Only on the full card." });
        // The engine tells everybody before it answers the one who asked.
        const { verdict } = held(approvalId);
        const resolved = { approvalId, outcome: "DENIED" } as const;
        popover.hear({ type: "approval_resolved", at: 0, approvalId, resolved, verdict });
        return ok({ approvalId, outcome: decision === "approve" ? "APPROVED" : "DENIED" });
      },
      undoDecision: async () => fail({ code: "not_found", message: "Too late." }),
    },
    after: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    mayAppear: () => state.mayAppear,
    watched: () => state.watched,
    shortcut: () => undefined,
    show: (next) => void (shown = next),
    focus: () => void (state.focused += 1),
    open: (approvalId) => void opened.push(approvalId),
    pause: () => void (state.paused += 1),
  });
  return {
    popover,
    state,
    opened,
    asked,
    shown: () => shown,
    hold: (approval: HeldApproval) => popover.hear({ type: "intent_held", at: 0, approval }),
    pass: (ms: number) => {
      const due = timers.filter((timer) => timer.ms <= ms);
      timers = timers.filter((timer) => timer.ms > ms);
      for (const { run } of due) run();
    },
  };
}

const answer = (does: "allow" | "deny", { approvalId, digest }: HeldApproval) =>
  ({ does, approvalId, digest }) as const;

describe("when it appears", () => {
  test("at once with a request, without the focus", () => {
    const { hold, shown, state } = desk();
    hold(first);
    expect(shown()?.request?.approvalId).toBe(first.approvalId);
    expect(state.focused).toBe(0);
  });

  test("not while the console is looked at, and not in a quiet time", () => {
    const { hold, shown, state } = desk();
    state.watched = true;
    hold(first);
    expect(shown()).toBeUndefined();
    Object.assign(state, { watched: false, mayAppear: false });
    hold(second);
    expect(shown()).toBeUndefined();
  });

  test("when the quiet time ends, with what came meanwhile", () => {
    const { hold, shown, state, popover } = desk();
    state.mayAppear = false;
    hold(first);
    state.mayAppear = true;
    popover.refresh();
    expect(shown()?.request?.approvalId).toBe(first.approvalId);
  });

  test("closed, it stays closed until something new comes", () => {
    const { hold, shown, popover } = desk();
    hold(first);
    void popover.act({ does: "close" });
    popover.refresh();
    expect(shown()).toBeUndefined();
    hold(second);
    expect(shown()?.waiting).toBe(2);
  });

  test("the shortcut shows what waits with the focus, and hides it again", () => {
    const { popover, shown, state, opened } = desk();
    popover.toggle();
    expect(opened).toEqual([undefined]);
    popover.begin([first]);
    popover.toggle();
    expect(shown()?.request).toBeDefined();
    expect(state.focused).toBe(1);
    popover.toggle();
    expect(shown()).toBeUndefined();
  });
});

describe("what it shows", () => {
  test("the request that is looked at stays, however many come", () => {
    const { hold, shown } = desk();
    hold(second);
    hold(first);
    expect(shown()).toMatchObject({ waiting: 2, request: { approvalId: second.approvalId } });
  });

  test("snoozed requests come back after five minutes", async () => {
    const { hold, shown, popover, pass } = desk();
    hold(first);
    await popover.act({ does: "snooze" });
    expect(shown()).toBeUndefined();
    pass(4 * minute);
    expect(shown()).toBeUndefined();
    pass(5 * minute);
    expect(shown()?.request?.approvalId).toBe(first.approvalId);
  });

  test("pausing hides it and pauses", async () => {
    const { hold, shown, popover, state } = desk();
    hold(first);
    await popover.act({ does: "pause" });
    expect(shown()).toBeUndefined();
    expect(state.paused).toBe(1);
  });
});

describe("answers", () => {
  test("are given as the small window, and shown with an undo until that is over", async () => {
    const { hold, shown, popover, asked, pass } = desk();
    hold(first);
    await popover.act(answer("allow", first));
    expect(asked).toEqual([{ decision: "approve", reason: undefined, actor: "popover" }]);
    expect(shown()).toMatchObject({ waiting: 0, outcome: { decision: "approve", approvalId: first.approvalId } });
    pass(10_000);
    expect(shown()).toBeUndefined();
  });

  test("a denial hands the words on, and the next request follows", async () => {
    const { hold, shown, popover, asked } = desk();
    hold(first);
    hold(second);
    await popover.act({ ...answer("deny", first), does: "deny", reason: "Use the staging bucket." });
    expect(asked[0]).toMatchObject({ decision: "deny", reason: "Use the staging bucket." });
    expect(shown()?.request?.approvalId).toBe(second.approvalId);
  });

  test("one that is refused says why, and the request stays", async () => {
    const { hold, shown, popover, state } = desk();
    state.refuses = true;
    hold(first);
    await popover.act(answer("allow", first));
    expect(shown()).toMatchObject({ problem: "Only on the full card.", request: { approvalId: first.approvalId } });
  });

  test("an undo that comes too late says so", async () => {
    const { hold, shown, popover } = desk();
    hold(first);
    hold(second);
    await popover.act(answer("allow", first));
    await popover.act({ does: "undo", approvalId: first.approvalId });
    expect(shown()?.problem).toBe("Too late.");
    expect(shown()?.outcome).toBeUndefined();
  });
});

describe("what may be allowed in it", () => {
  const atLevel = (level: RiskLevel): HeldApproval => ({
    ...first,
    facts: { ...first.facts, command: "ls", uninspected: [] },
    verdict: { ...first.verdict, risk: { ...first.verdict.risk, level } },
  });

  test.each(["LOW", "MEDIUM", "HIGH"] as const)("%s can be", (level) => {
    expect(popoverRequest(atLevel(level)).onlyOnCard).toBeUndefined();
  });

  test("what is critical, cannot be inspected or is longer than what is shown cannot", () => {
    expect(popoverRequest(atLevel("CRITICAL")).onlyOnCard).toBe("critical");
    const low = atLevel("LOW");
    const hidden = { ...low, facts: { ...low.facts, uninspected: [{ what: "eval", why: "dynamic" }] } };
    expect(popoverRequest(hidden as unknown as HeldApproval).onlyOnCard).toBe("uninspected");
    const long = { ...low, facts: { ...low.facts, command: `echo ${"x".repeat(500)}` } };
    expect(popoverRequest(long).onlyOnCard).toBe("not-whole");
  });

  test("what is hidden in a command is made visible", () => {
    const low = atLevel("LOW");
    const { target } = popoverRequest({ ...low, facts: { ...low.facts, command: "ls \u202e#\nrm" } });
    expect(target).not.toContain("\u202e");
    expect(target.split("\n")).toHaveLength(2);
  });
});
