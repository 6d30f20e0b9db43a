// The story of a decision, from the entries the ledger has.
import { describe, expect, test } from "vitest";
import { phasesOf } from "../../../../src/renderer/screens/activity/story/phases.ts";
import { approvedShare, isNoise, promptsPerHour } from "../../../../src/renderer/screens/overview/prompt-load.ts";
import type { LedgerEntry, NewEntry } from "../../../../src/shared/domain/audit.ts";
import { hour } from "../../../../src/shared/lib/clock.ts";
import { historyOf } from "../../../support/engine/history.ts";

const past = historyOf({
  agents: [{ did: "did:aeon:one:1:a", project: "/home/anna/src/shop" }],
  days: 8,
  aDay: 200,
  now: Date.UTC(2026, 5, 12),
});
const recorded = (entries: readonly NewEntry[]): readonly LedgerEntry[] =>
  entries.map((entry, index) => ({ ...entry, sequence: index + 1, hash: "a", previousHash: "b" }));
const storyOf = (fits: (entry: NewEntry) => boolean): readonly LedgerEntry[] => {
  const found = past.find((entry) => entry.kind === "verdict" && fits(entry));
  return recorded(past.filter((entry) => entry.intentId === found?.intentId));
};

describe("phases", () => {
  test("what passes goes through six phases, with the time of each", () => {
    const phases = phasesOf(storyOf((entry) => entry.reason === "risk_low")) ?? [];
    expect(phases.map((phase) => phase.phase)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const phase of phases.slice(0, 4)) expect(phase.took).toMatch(/μs|ms/);
    expect(phases[4]?.sentence).toBe("Ended: success.");
    expect(phases[5]?.sentence).toContain("3 entries");
  });

  test("what the risk blocks is refused there, names its threat and does not run", () => {
    const phases = phasesOf(storyOf((entry) => entry.reason === "risk_blocked")) ?? [];
    expect(phases[2]).toMatchObject({ title: "Risk", tone: "refused" });
    expect(phases[2]?.findings?.length).toBeGreaterThan(0);
    expect(phases[3]?.tone).toBe("skipped");
    expect(phases[4]?.sentence).toBe("It did not run.");
  });

  test("a rule that asked and the human who answered both appear, with how long that took", () => {
    const phases = phasesOf(storyOf((entry) => entry.reason === "human_approved" && entry.score === 0.52)) ?? [];
    expect(phases.map((phase) => phase.title)).toEqual([
      "Parsed",
      "Policy",
      "Risk",
      "Limits",
      "Human",
      "Execution",
      "Record",
    ]);
    expect(phases[1]?.facts).toContainEqual({ term: "Rule", value: "ask-before-push", verbatim: true });
    expect(phases[4]).toMatchObject({ tone: "decided", sentence: "A human approved it." });
    expect(phases[4]?.took).toMatch(/sec|min/);
  });

  test("a denial that was overridden or disputed says by whom and why", () => {
    const story = storyOf((entry) => entry.reason === "risk_blocked");
    const { hash, previousHash, sequence, agentDid, intentId } = story[0] as LedgerEntry;
    const shared = {
      at: 1,
      hash,
      previousHash,
      sequence,
      agentDid: agentDid ?? "",
      intentId: intentId ?? "",
      summary: "",
    };
    const body = { actor: "cli:anna", reason: "A test stack", effect: "allow", duration: "once" };
    const phases =
      phasesOf([...story, { ...shared, kind: "override", body }, { ...shared, kind: "feedback", body }]) ?? [];
    expect(phases.find(({ title }) => title === "Overridden")).toMatchObject({
      sentence: "Exactly this may run once.",
      facts: [
        { term: "By", value: "cli:anna" },
        { term: "Reason", value: "A test stack" },
      ],
    });
    expect(phases.find(({ title }) => title === "Feedback")).toMatchObject({ sentence: "The verdict was wrong." });
  });

  test("a verdict that an override allowed says so in the risk phase", () => {
    const [intent, verdict] = storyOf((entry) => entry.reason === "risk_blocked");
    if (intent === undefined || verdict === undefined) throw new Error("There is no such story.");
    const overridden = {
      ...verdict,
      outcome: "APPROVED",
      reason: "denial_lifted",
      decider: "grant",
      rule: "grant:7",
    } as const;
    const phases = phasesOf([intent, overridden]) ?? [];
    expect(phases[2]).toMatchObject({ title: "Risk", tone: "decided" });
    expect(phases[2]?.sentence).toContain("overrode the denial by score");
    expect(phases[2]?.facts).toContainEqual({ term: "Overridden by", value: "grant:7", verbatim: true });
  });

  test("an answer from a terminal names where it came from, and a withdrawal stands after it", () => {
    const entries = storyOf((entry) => entry.reason === "human_approved" && entry.score === 0.52).filter(
      ({ kind }) => kind !== "report",
    );
    const via = { program: "bash", pid: 4242, tty: "/dev/pts/3", confirmed_by: "console" };
    const fromTerminal = entries.map((entry) =>
      entry.kind === "directive" ? { ...entry, body: { ...entry.body, via } } : entry,
    );
    const [directive, verdict] = fromTerminal.slice(-2);
    if (directive === undefined || verdict === undefined) throw new Error("No answer.");
    const back = [
      ...fromTerminal,
      { ...directive, body: { directive: "DENY", issued_by: "console", withdraws: "APPROVED" } },
      { ...verdict, outcome: "DENIED", reason: "withdrawn" } as const,
    ];
    const phases = phasesOf(back) ?? [];
    expect(phases[4]).toMatchObject({ title: "Human", sentence: "A human approved it.", tone: "decided" });
    expect(phases[4]?.facts).toContainEqual({
      term: "From",
      value: "bash, process 4242, /dev/pts/3",
      verbatim: true,
    });
    expect(phases[4]?.facts).toContainEqual({ term: "Confirmed by", value: "console", verbatim: true });
    expect(phases[5]).toMatchObject({ title: "Withdrawn", facts: [{ term: "Withdrawn by", value: "console" }] });
    expect(phases[6]?.sentence).toBe("The agent was told to stop, and has not reported.");
  });

  test("what still waits says so", () => {
    const [intent, asked] = storyOf((entry) => entry.outcome === "ESCALATE");
    const phases = phasesOf([intent, asked].filter((entry) => entry !== undefined)) ?? [];
    expect(phases.find((phase) => phase.title === "Human")).toMatchObject({ tone: "waiting" });
  });

  test("entries about something else have none, and a damaged body breaks nothing", () => {
    expect(phasesOf(recorded([{ kind: "policy", at: 1, summary: "Policy 2 in force", body: {} }]))).toBeUndefined();
    const bare = recorded([
      { kind: "verdict", at: 1, summary: "x", body: { findings: "?", manifest: 3, context: [] } },
    ]);
    expect(phasesOf(bare)?.length).toBe(6);
  });
});

describe("approval load", () => {
  const source = (approved: number, denied: number) => ({
    reason: "risk_high" as const,
    prompts: approved + denied,
    approved,
    denied,
    example: { action: "x", prompts: 1, agentDid: "a", intentId: "b" },
  });

  test("a rule is offered above nine in ten over ten or more, and not before", () => {
    expect(isNoise(source(10, 0))).toBe(true);
    expect(isNoise(source(9, 0))).toBe(false);
    expect(isNoise(source(18, 2))).toBe(false);
    expect(isNoise(source(19, 2))).toBe(true);
  });

  test("rates", () => {
    expect(approvedShare(source(0, 0))).toBeUndefined();
    expect(approvedShare(source(3, 1))).toBe(0.75);
    const load = { prompts: 12, approved: 0, denied: 0, unanswered: 0, sources: [] };
    expect(promptsPerHour(load, 24 * hour)).toBe(0.5);
  });
});
