// Text heuristic: the shape of a rule about natural language, and the bounded view of the text it reads.
import type { Severity } from "../bands.ts";
import { type Sighting, clip } from "../heuristic.ts";
import { glimpse } from "./glimpse.ts";

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
  readonly examples: { readonly risky: readonly string[]; readonly honest: readonly string[] };
}

export interface TextView {
  /** False when the text is so long that only a part of it was read. */
  readonly whole: boolean;
  /** As given, cut to a bounded length. */
  readonly raw: string;
  /** Lower case, look-alike letters folded, invisible characters and emphasis taken out, blanks in a row made one, none around it. */
  readonly plain: string;
  /** Lines that are not blank, trimmed, at most a few hundred. */
  readonly lines: readonly string[];
}

const mostLines = 400;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const beyondAscii = /[^\0-\x7f]/u;
const everyInvisible = new RegExp(invisible.source, "gu");

/** Makes a word stand out in Markdown or HTML, and is read over; `names_like_this` and fences stay. */
const emphasis =
  /(?<![a-z0-9*_~`])(?!```)[*_~`]{1,8}(?=[a-z0-9])|(?<=[a-z0-9.,:;!?])[*_~`]{1,8}(?![a-z0-9*_~`])|<\/?(?:b|i|u|s|em|strong|mark|small|big|code|span|font|wbr)>/gu;

export function textViewOf(text: string): TextView {
  const { text: raw, whole } = glimpse(text);
  const visible = beyondAscii.test(raw)
    ? raw.normalize("NFKC").replaceAll(everyInvisible, "").replaceAll(/[‘’]/gu, "'")
    : raw;
  const plain = visible.replaceAll(/\s+/gu, " ").trim().toLowerCase().replaceAll(emphasis, "");
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

export function onPlain(pattern: RegExp, reason: string): TextHeuristic["check"] {
  return (view) => {
    const match = pattern.exec(view.plain);
    return match === null ? null : { reason, evidence: clip(match[0].trim()) };
  };
}

export function onRaw(pattern: RegExp, reason: string): TextHeuristic["check"] {
  return (view) => {
    const match = pattern.exec(view.raw);
    return match === null ? null : { reason, evidence: clip(match[0].trim()) };
  };
}
