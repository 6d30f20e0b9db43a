// What is told outside the window, when, and when it is not.
import { describe, expect, test } from "vitest";
import { type Attention, createAttention } from "../../../src/main/windows/attention.ts";
import type { Notice } from "../../../src/main/windows/notices.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { RiskLevel, ReasonCode } from "../../../src/shared/domain/verdict.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

const approvals = lifelikeApprovals(0);

function desk() {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const state = { silent: false, watched: false, otherwise: false, count: -1 };
  const showing = new Map<string, Notice>();
  const told: string[] = [];
  const attention: Attention = createAttention({
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    silent: () => state.silent,
    shownOtherwise: () => state.otherwise,
    watched: () => state.watched,
    show: (key, notice) => {
      showing.set(key, notice);
      told.push(notice.title);
      return () => void showing.delete(key);
    },
    counted: (count) => void (state.count = count),
  });
  return {
    attention,
    state,
    showing,
    told,
    hold: (approval: HeldApproval | undefined) => {
      if (approval !== undefined) attention.hear({ type: "intent_held", at: now, approval });
    },
    end: (approval: HeldApproval | undefined, reason: ReasonCode) => {
      if (approval === undefined) return;
      const { approvalId, verdict } = approval;
      const resolved = { approvalId, outcome: "DENIED" } as const;
      attention.hear({ type: "approval_resolved", at: now, approvalId, resolved, verdict: { ...verdict, reason } });
    },
    pass: (milliseconds: number) => {
      for (const end = now + milliseconds; ;) {
        const due = timers.filter((timer) => timer.at <= end).sort((left, right) => left.at - right.at)[0];
        if (due === undefined) {
          now = end;
          return;
        }
        timers = timers.filter((timer) => timer !== due);
        now = due.at;
        due.run();
      }
    },
  };
}

describe("a request while nobody looks", () => {
  test("is told with agent, verb, target and risk, and two buttons", () => {
    const { hold, pass, showing } = desk();
    const push = approvals.find((approval) => approval.intent.intentId === "push");
    hold(push);
    pass(1000);
    const notice = [...showing.values()][0];
    expect(notice?.title).toBe("Gemini CLI: Send data to github.com · cannot be undone");
    expect(notice?.body).toContain("git push --force-with-lease origin main");
    expect(notice?.body).toContain("Medium risk 0.57");
    expect(notice?.actions.map(({ label }) => label)).toEqual(["Allow once", "Deny"]);
  });

  test("is not told when the window has the focus", () => {
    const { hold, pass, told, state } = desk();
    state.watched = true;
    hold(approvals[0]);
    pass(60_000);
    expect(told).toEqual([]);
    expect(state.count).toBe(1);
  });

  test("goes when it is answered, and leaves nothing behind", () => {
    const { hold, end, pass, showing } = desk();
    hold(approvals[0]);
    pass(1000);
    expect(showing.size).toBe(1);
    end(approvals[0], "human_approved");
    pass(10_000);
    expect(showing.size).toBe(0);
  });

  test("several become one digest", () => {
    const { hold, pass, showing, told } = desk();
    for (const approval of approvals) hold(approval);
    pass(1000);
    expect([...showing.keys()]).toEqual(["digest"]);
    expect(told).toEqual([`${approvals.length} requests are waiting for you`]);
    expect(showing.get("digest")?.actions.map(({ does }) => does)).toEqual(["review", "deny-all"]);
    expect(showing.get("digest")?.batch).toHaveLength(approvals.length);
  });
});

test("what ended without the human becomes one digest", () => {
  const { hold, end, pass, showing } = desk();
  for (const approval of approvals.slice(0, 3)) hold(approval);
  pass(1000);
  end(approvals[0], "timeout");
  end(approvals[1], "timeout");
  end(approvals[2], "agent_gone");
  pass(5000);
  expect([...showing.keys()]).toEqual(["missed"]);
  expect(showing.get("missed")?.title).toBe("3 requests ended without you");
  expect(showing.get("missed")?.body).toContain("2 × no human answered in time");
});

test("what is above medium risk, or cannot be inspected, can be reviewed and denied but not allowed from a notice", () => {
  const [first] = approvals.filter((approval) => approval.facts.uninspected.length === 0);
  if (first === undefined) throw new Error("No request.");
  const ofLevel = (level: RiskLevel) => ({
    ...first,
    verdict: { ...first.verdict, risk: { ...first.verdict.risk, level } },
  });
  const hidden = { ...first, facts: { ...first.facts, uninspected: [{ part: "$X", why: "dynamic" }] } } as const;
  for (const approval of [ofLevel("HIGH"), ofLevel("CRITICAL"), hidden]) {
    const { hold, pass, showing } = desk();
    hold(approval);
    pass(1000);
    expect([...showing.values()][0]?.actions.map(({ does }) => does)).toEqual(["review", "deny"]);
  }
});

test("what is longer than a notice, or is written to a file, is not allowed from one", () => {
  const push = approvals.find((approval) => approval.intent.intentId === "push");
  const write = approvals.find((approval) => approval.facts.content !== undefined);
  if (push === undefined || write === undefined) throw new Error("No request.");
  const command = `${push.facts.command}${" ".repeat(60)}${" -v".repeat(60)} ; rm -rf ~`;
  for (const approval of [{ ...push, facts: { ...push.facts, command } }, write]) {
    const { hold, pass, showing } = desk();
    hold(approval);
    pass(1000);
    expect([...showing.values()][0]?.actions.map(({ does }) => does)).toEqual(["review", "deny"]);
  }
});

test("characters that would turn a notice around are replaced", () => {
  const hidden = approvals.find((approval) => approval.intent.intentId === "hidden");
  const { hold, pass, showing } = desk();
  hold(hidden);
  pass(1000);
  const body = [...showing.values()][0]?.body ?? "";
  expect(body).not.toMatch(/\u202e/);
  expect(body).toContain("⟨RLO U+202E⟩");
});

test("quiet hours: silent, counted, and one digest afterwards", () => {
  const { hold, end, pass, told, state, showing } = desk();
  state.silent = true;
  for (const approval of approvals) hold(approval);
  end(approvals[0], "timeout");
  pass(120_000);
  expect(told).toEqual([]);
  expect(state.count).toBe(approvals.length - 1);
  state.silent = false;
  pass(60_000);
  expect([...showing.keys()].sort()).toEqual(["digest", "missed"]);
});

test("coming back to the window takes the notices away", () => {
  const { hold, pass, showing, attention } = desk();
  hold(approvals[0]);
  pass(1000);
  attention.seen();
  expect(showing.size).toBe(0);
});

test("what the small window shows is not told a second time, but what it missed is", () => {
  const { state, showing, hold, end, pass } = desk();
  state.otherwise = true;
  hold(approvals[0]);
  pass(1000);
  expect(showing.size).toBe(0);
  end(approvals[0], "timeout");
  pass(4000);
  expect([...showing.keys()]).toEqual(["missed"]);
});
