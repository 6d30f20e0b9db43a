// A held request in words: all of what would run, why a human is asked, and last what the agent says about it.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { besideShownCommand, otherArguments } from "../../shared/domain/other-arguments.ts";
import { approvalHeadline } from "../../shared/headline/index.ts";
import { painted } from "../colour.ts";
import { duration, indent, visible, visibleLines } from "../text.ts";

export function approvalText(approval: HeldApproval, now: number): string {
  const { approvalId, agentName, intent, facts, verdict, askedBecause, count } = approval;
  const { level, score, findings } = verdict.risk;
  const title = [
    visible(approvalId),
    `${painted(level)} ${score.toFixed(2)}`,
    visible(agentName),
    visible(intent.tool),
    waiting(approval, now),
    ...(count > 1 ? [`x${count}`] : []),
  ].join("  ");
  const place = facts.workingDirectory ?? facts.workspace;
  const said = intent.context.reasoning;
  return [
    title,
    indent([
      visible(approvalHeadline(approval).sentence),
      ...(facts.effects.length > 0 ? [`effects: ${facts.effects.join(", ")}`] : []),
      ...(place === undefined ? [] : [`in: ${visible(place)}`]),
    ]),
    indent(actionLines(approval), "    | "),
    indent([
      `why: ${visible(verdict.reasoning)}`,
      ...findings.map((finding) => `found: ${visible(finding.reason)}`),
      ...facts.uninspected.map(({ part, why }) => `cannot be inspected (${why}): ${visible(part)}`),
      ...(askedBecause === undefined ? [] : [`asked although: ${visible(askedBecause)}`]),
      ...(said === undefined ? [] : [`the agent says (not verified): ${visible(said)}`]),
    ]),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Nothing is shortened: what is not shown could be what matters. */
export function actionLines({ facts, intent }: Pick<HeldApproval, "facts" | "intent">): readonly string[] {
  const command = facts.command === undefined ? [] : visibleLines(facts.command);
  const others =
    facts.command === undefined ? otherArguments(intent.arguments, []) : besideShownCommand(facts, intent.arguments);
  const lines = others.map(({ name, text }) => {
    const [first = "", ...rest] = visibleLines(text);
    return rest.length === 0
      ? [`${visible(name)}: ${first}`]
      : [`${visible(name)}:`, `  ${first}`, ...rest.map((line) => `  ${line}`)];
  });
  if (lines.length === 0 && facts.command === undefined) return [`${visible(intent.tool)} without arguments`];
  return [...command, ...lines.flat()];
}

function waiting({ heldAt, deadline }: HeldApproval, now: number): string {
  const waited = `waits ${duration(now - heldAt)}`;
  return deadline === undefined ? waited : `${waited}, ends in ${duration(deadline - now)}`;
}
