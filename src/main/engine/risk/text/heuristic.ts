// Text heuristic: the shape of a rule about natural language, and the bounded view of the text it reads.
import type { Severity } from "../bands.ts";
import { type Sighting, clip } from "../heuristic.ts";
import { glimpse } from "./sample-long-text.ts";
import { decodedIn } from "./folding.ts";
import { isReported } from "./quotation.ts";
import { asRead } from "./reading.ts";

export type TextThreat =
  | "Prompt injection"
  | "Jailbreak"
  | "Hidden instructions"
  | "Data exfiltration"
  | "Cannot be inspected";

export interface TextHeuristic {
  readonly id: string;
  readonly threat: TextThreat;
  readonly score: Severity;
  readonly check: (view: TextView) => Sighting | null;
  /** Texts it finds, and texts it does not: run as tests. */
  readonly match: readonly string[];
  readonly not_match: readonly string[];
}

export interface TextView {
  /** False when the text is so long that only a part of it was read. */
  readonly whole: boolean;
  /** As given, cut to a bounded length. */
  readonly raw: string;
  /** As whoever reads it takes it in: in lower case, without layout, emphasis and what does not show. */
  readonly plain: string;
  /** Lines that are not blank, trimmed, at most a few hundred. */
  readonly lines: readonly string[];
}

const mostLines = 400;

export function textViewOf(text: string): TextView {
  const { text: raw, whole } = glimpse(text);
  const hidden = decodedIn(raw);
  const plain = asRead(hidden.length === 0 ? raw : `${raw}\n${hidden.join("\n")}`);
  const lines = raw
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    whole,
    raw,
    plain,
    lines: lines.length <= mostLines ? lines : [...lines.slice(0, mostLines / 2), ...lines.slice(-mostLines / 2)],
  };
}

/** Quotations in a text about such texts are read over, as many as there may be. */
const mostReported = 20;

export function onPlain(pattern: RegExp, reason: string): TextHeuristic["check"] {
  const every = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return ({ plain }) => {
    // Nearly every text has no match at all.
    if (!pattern.test(plain)) return null;
    let tries = 0;
    for (const match of plain.matchAll(every)) {
      tries += 1;
      const [found] = match;
      if (tries > mostReported || !isReported(plain, match.index, match.index + found.length))
        return { reason, evidence: clip(found.trim()) };
    }
    return null;
  };
}

export function onRaw(pattern: RegExp, reason: string): TextHeuristic["check"] {
  return (view) => {
    const match = pattern.exec(view.raw);
    return match === null ? null : { reason, evidence: clip(match[0].trim()) };
  };
}
