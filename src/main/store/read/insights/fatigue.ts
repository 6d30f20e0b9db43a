// Approval fatigue: how long people take for an answer over time, beside how often they allow.
import type { FatiguePoint } from "../../../../shared/contract/sessions/sessions.ts";
import { indexedTo } from "../browse.ts";
import type { ReadingFiles } from "../files.ts";
import { type AnswerRead, readDirectives } from "./load.ts";
import type { Span } from "./threats.ts";

/** Oldest first; spans without an answer are left out. */
export function readFatigue(
  files: ReadingFiles,
  { from, to, points }: Span & { readonly points: number },
): readonly FatiguePoint[] {
  const width = Math.max(1, (to - from) / points);
  const answers = [...readDirectives(files, { from, to }, indexedTo(files))].filter(
    ({ waitedMs }) => waitedMs !== undefined,
  );
  const spans = Map.groupBy(answers, ({ at }) => Math.floor((at - from) / width));
  return [...spans]
    .sort(([left], [right]) => left - right)
    .map(([index, found]) => ({
      at: Math.round(from + index * width),
      end: Math.round(from + (index + 1) * width),
      allowed: found.filter(({ answer }) => answer === "approved").length,
      denied: found.filter(({ answer }) => answer === "denied").length,
      medianMs: medianOf(found),
    }));
}

function medianOf(answers: readonly AnswerRead[]): number {
  const sorted = answers.map(({ waitedMs = 0 }) => waitedMs).sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
