// The figures over all sessions as tables for other programs.
import type { FatiguePoint, RiskPoint, ToolUse } from "../../../../shared/contract/sessions/sessions.ts";
import { csvText } from "../picture/csv.ts";

const time = (at: number): string => new Date(at).toISOString();

export function pointsCsv(points: readonly RiskPoint[]): string {
  return csvText(
    ["time", "agent", "tool", "intent", "score", "level", "outcome"],
    points.map((point) => [
      time(point.at),
      point.agentDid,
      point.tool,
      point.intentId,
      point.score,
      point.level,
      point.outcome,
    ]),
  );
}

export function toolUseCsv(use: readonly ToolUse[]): string {
  return csvText(
    ["agent", "tool", "intents", "asked", "denied", "highest_risk"],
    use.map(({ agentDid, tool, intents, asked, denied, worst }) => [agentDid, tool, intents, asked, denied, worst]),
  );
}

export function fatigueCsv(points: readonly FatiguePoint[]): string {
  return csvText(
    ["from", "to", "allowed", "denied", "median_ms"],
    points.map(({ at, end, allowed, denied, medianMs }) => [time(at), time(end), allowed, denied, medianMs]),
  );
}
