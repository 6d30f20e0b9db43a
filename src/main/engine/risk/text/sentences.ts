// Sentences: a text as rules about requests read it, one sentence after the other with what stands before it.
import { clip } from "../heuristic.ts";
import type { TextHeuristic, TextView } from "./heuristic.ts";
import { isReported } from "./quotation.ts";

export interface Sentence {
  readonly text: string;
  /** What stands before it: a heading or an opening may say whom it is for. */
  readonly before: string;
}

const longest = 420;
const mostSentences = 3_000;
const ends = /[.!?](?=\s|$)|[。！？]|\s(?=(?:[-*•]|\d{1,2}[.)])\s)/gu;

const known = new WeakMap<TextView, readonly Sentence[]>();

/** Sentences of the text as it is read; two rules ask, so the answer is kept with the view. */
function sentencesOf(view: TextView): readonly Sentence[] {
  const before = known.get(view);
  if (before !== undefined) return before;
  const found = split(withoutLinks(view.plain));
  known.set(view, found);
  return found;
}

/** Where a link leads is said by nobody; blocks of code say nothing to anybody. */
function withoutLinks(plain: string): string {
  const prose = plain.includes("](") ? plain.replaceAll(/\]\([^)\s]{1,300}(?: "[^"]{0,100}")?\)/gu, "]") : plain;
  return prose.includes("```") ? prose.replaceAll("```", " . ") : prose;
}

function split(plain: string): readonly Sentence[] {
  const found: Sentence[] = [];
  const seen = new Set<string>();
  let from = 0;
  let last = "";
  const take = (to: number): void => {
    for (let at = from; at < to && found.length < mostSentences; at += longest) {
      const text = plain.slice(at, Math.min(to, at + longest)).trim();
      // Said once more it asks for nothing else.
      if (text.length > 8 && !seen.has(text)) {
        seen.add(text);
        found.push({ text, before: last.slice(-240) });
        last = text;
      }
    }
    from = to;
  };
  for (const { index, 0: mark } of plain.matchAll(ends)) if (index + mark.length - from > 12) take(index + mark.length);
  take(plain.length);
  return found;
}

function isQuoted({ plain }: TextView, text: string): boolean {
  const at = plain.indexOf(text.trim());
  return at >= 0 && isReported(plain, at, at + text.trim().length);
}

export function onSentence(asks: (sentence: Sentence) => boolean, reason: string): TextHeuristic["check"] {
  return (view) => {
    const found = sentencesOf(view).find((sentence) => asks(sentence) && !isQuoted(view, sentence.text));
    return found === undefined ? null : { reason, evidence: clip(found.text) };
  };
}
