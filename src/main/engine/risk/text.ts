// Text risk: instructions that hide in tool results, messages, retrieved documents and descriptions of MCP tools.
import type { Finding } from "../../../shared/domain/verdict.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
import { agents } from "./text/agents.ts";
import { againstUsers } from "./text/against-users.ts";
import { disguisedOrders } from "./text/disguised.ts";
import { embedded } from "./text/embedded.ts";
import { hidden } from "./text/hidden.ts";
import { jailbreak } from "./text/jailbreak.ts";
import { languages } from "./text/languages.ts";
import { orders } from "./text/orders.ts";
import { personas } from "./text/personas.ts";
import { readers } from "./text/readers.ts";
import { requests } from "./text/requests.ts";
import { type TextHeuristic, textViewOf } from "./text/heuristic.ts";

export const textHeuristics: readonly TextHeuristic[] = [
  ...orders,
  ...languages,
  ...agents,
  ...readers,
  ...requests,
  ...againstUsers,
  ...hidden,
  ...disguisedOrders,
  ...jailbreak,
  ...personas,
  ...embedded,
];

/** Pure, total, and bounded: of a very long text the beginning and the end are looked at. */
export function assessText(text: string): HeuristicAssessment {
  const view = textViewOf(text);
  const findings: Finding[] = [];
  for (const heuristic of textHeuristics) {
    const sighting = heuristic.check(view);
    if (sighting === null) continue;
    findings.push({
      id: heuristic.id,
      score: heuristic.score,
      threat: heuristic.threat,
      reason: sighting.reason,
      ...(sighting.evidence === undefined ? {} : { evidence: sighting.evidence }),
    });
  }
  findings.sort((left, right) => right.score - left.score);
  return { score: scoreOf(findings), findings };
}
