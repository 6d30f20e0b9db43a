// The essence of a held request, for the small window. Made from the same facts as the card.
import { basename } from "node:path";
import type { PopoverRequest } from "../../../shared/contract/window/popover.ts";
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import { approvalHeadline, colourLevel } from "../../../shared/headline/index.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { reasoningBeside } from "../../../shared/reach/reasoning.ts";
import { popoverWords as words } from "../words.ts";

/** What can be read at a glance; more is read on the card. */
const longestTarget = 400;
const mostLines = 8;

export function popoverRequest(approval: HeldApproval): PopoverRequest {
  const { approvalId, digest, agentName, facts, verdict, intent, count, deadline } = approval;
  const { level, score } = verdict.risk;
  const headline = approvalHeadline(approval);
  const target = targetOf(approval);
  const onlyOnCard =
    level === "CRITICAL"
      ? "critical"
      : facts.uninspected.length > 0
        ? "uninspected"
        : target.whole
          ? undefined
          : "not-whole";
  const project = intent.context.workspace ?? intent.context.workingDirectory;
  return {
    approvalId,
    digest,
    agentName,
    headline: headline.sentence,
    colour: colourLevel(level, headline.tone),
    target: target.text,
    reason: reasonOf(approval),
    level,
    score,
    count,
    ...(project === undefined ? {} : { project: visibleLine(basename(project)) }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(onlyOnCard === undefined ? {} : { onlyOnCard }),
  };
}

function reasonOf({ verdict }: HeldApproval): string {
  const reason = `${reasons[verdict.reason]}.`;
  const rest = visibleLine(reasoningBeside(verdict.reasoning, reason));
  const [finding] = verdict.risk.findings;
  if (finding !== undefined) return visibleLine(`${finding.threat}: ${finding.reason}`);
  return rest === "" ? reason : rest;
}

/** What would run, and whether it is all of it. */
function targetOf({ facts, intent, shortened }: HeldApproval): { readonly text: string; readonly whole: boolean } {
  const { command, content } = facts;
  const path = facts.paths[0]?.path;
  if (command === undefined && content !== undefined) {
    const lines = content.split("\n").length;
    return { text: words.change(path === undefined ? "" : visibleLine(path), lines), whole: false };
  }
  const host = facts.hosts[0];
  const given = command ?? path ?? host?.url ?? host?.host ?? JSON.stringify(intent.arguments);
  const lines = given.split("\n").map(visibleLine);
  const text = lines.join("\n");
  if (text.length > longestTarget || lines.length > mostLines) {
    return { text: `${lines.slice(0, mostLines).join("\n").slice(0, longestTarget)} …`, whole: false };
  }
  const whole = command !== undefined || Object.keys(intent.arguments).length <= 1;
  return { text, whole: whole && shortened !== true };
}
