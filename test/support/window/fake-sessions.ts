// A session of lifelike steps, with a subagent, an answer by a human and a denial.
import type { IntentLife } from "../../../src/shared/contract/activity.ts";
import type { SessionStep, SessionSteps } from "../../../src/shared/contract/sessions/sessions.ts";
import { minute } from "../../../src/shared/lib/clock.ts";

const allowed: IntentLife = { first: "APPROVED", outcome: "APPROVED", decider: "risk", report: "SUCCESS", ranMs: 40 };

export function lifelikeStep(number: number, changes: Partial<SessionStep> = {}): SessionStep {
  return {
    sequence: 10 * number,
    intentId: `step-${number}`,
    at: Date.UTC(2026, 5, 12, 9) + number * minute,
    tool: "Read",
    headline: `Read file ${number}`,
    tone: "calm",
    summary: `src/file-${number}.ts`,
    score: 0.02,
    level: "LOW",
    life: allowed,
    delegates: false,
    files: [{ path: `/home/anna/shop/src/file-${number}.ts`, access: "read", zone: "workspace" }],
    hosts: [],
    ...changes,
  };
}

export const lifelikeSteps: readonly SessionStep[] = [
  lifelikeStep(1),
  lifelikeStep(2, { tool: "Task", headline: "Hand work to another agent", delegates: true, files: [] }),
  lifelikeStep(3, { subagent: { id: "sub-1", type: "general-purpose" } }),
  lifelikeStep(4, { subagent: { id: "sub-1", type: "general-purpose" } }),
  lifelikeStep(5, {
    tool: "Write",
    headline: "Write cart.ts in the project",
    writes: "content",
    files: [{ path: "/home/anna/shop/src/cart.ts", access: "write", zone: "workspace" }],
  }),
  lifelikeStep(6, {
    tool: "Bash",
    headline: "Read credentials · secrets",
    tone: "danger",
    score: 0.78,
    level: "HIGH",
    files: [{ path: "/home/anna/.aws/credentials", access: "read", zone: "secrets" }],
    life: { first: "ESCALATE", outcome: "APPROVED", decider: "human", waitedMs: 4000 },
  }),
  lifelikeStep(7, {
    tool: "Bash",
    headline: "Upload cart.ts to paste.example",
    tone: "danger",
    score: 0.91,
    level: "CRITICAL",
    files: [{ path: "/home/anna/shop/src/cart.ts", access: "read", zone: "workspace" }],
    hosts: [{ host: "paste.example", direction: "out" }],
    life: { first: "DENIED", outcome: "DENIED", decider: "risk" },
  }),
];

export const lifelikeSession: SessionSteps = { steps: lifelikeSteps, earlier: false };
