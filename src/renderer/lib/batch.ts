// Requests that may be decided together: one agent, one risk level, one kind of effect, and never a critical one.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { mostTogether } from "../../shared/domain/directive.ts";
import { approvalHeadline } from "../../shared/headline/index.ts";

/** Groups of two or more, as many as one answer takes. What belongs to none is decided on its own. */
export function batchesOf(approvals: readonly HeldApproval[]): readonly (readonly HeldApproval[])[] {
  const alike = approvals.filter((approval) => approval.verdict.risk.level !== "CRITICAL");
  return [...Map.groupBy(alike, likeness).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.slice(0, mostTogether));
}

/** Hundreds of requests are grouped with every batch of events, and few of them have changed. */
const known = new WeakMap<HeldApproval, string>();

function likeness(approval: HeldApproval): string {
  const before = known.get(approval);
  if (before !== undefined) return before;
  const { intent, verdict, facts } = approval;
  const { verb, reach, reversibility, tone, notes } = approvalHeadline(approval);
  const made = JSON.stringify([
    intent.agentDid,
    verdict.risk.level,
    // What follows from it tells a git hook from a start-up file: both are a change to a file.
    [verb, reach, reversibility, tone, ...notes],
    facts.effects.toSorted(),
    facts.commands.map(({ program, subcommand }) => [program, subcommand]),
    (facts.files ?? []).map(({ form }) => form),
    [...new Set(facts.paths.map(({ access, zone }) => `${access} ${zone}`))].toSorted(),
  ]);
  known.set(approval, made);
  return made;
}
