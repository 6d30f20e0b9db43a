// A denied action in words: all of what would run, and what the score found in it.
import type { OverridePreview } from "../../shared/contract/override.ts";
import { actionLines } from "./approval-text.ts";
import { indent, visible } from "../text.ts";

export function deniedText({ intent, facts, verdict, agentName, digest, asks }: OverridePreview): string {
  const { level, score, findings } = verdict.risk;
  const place = facts.workingDirectory ?? facts.workspace;
  return [
    `${level} ${score.toFixed(2)}  ${visible(agentName)}  ${visible(intent.tool)}`,
    ...(place === undefined ? [] : [indent([`in: ${visible(place)}`])]),
    indent(actionLines({ facts, intent }), "    | "),
    indent([
      `why: ${visible(verdict.reasoning)}`,
      ...findings.map((finding) => `found: ${visible(finding.reason)}`),
      ...facts.uninspected.map(({ part, why }) => `cannot be inspected (${why}): ${visible(part)}`),
      ...(asks === undefined ? [] : [`also asked about by the rule: ${visible(asks)}`]),
      `digest: ${digest}`,
    ]),
  ].join("\n");
}
