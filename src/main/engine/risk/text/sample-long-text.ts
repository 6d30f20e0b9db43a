// Glimpse: what is read of a text that is too long to be read whole: its ends, and every place where a word of interest stands.
import { createFinder, stretchesAround } from "../../lib/multi-search.ts";

/** Texts up to this length are read whole. */
const readWhole = 49_152;
/** Of longer ones: this much from each end … */
const end = 8_192;
/** … and this much around each word of interest, as long as there is room. */
const around = { before: 600, reach: 800 };
const room = 49_152;

/** Words that stand in nearly everything the rules look for. They decide where to read, not what is found. */
const words = `
  ignore|disregard|forget|override|overrid|bypass|instruction|directive|system prompt|initial prompt|jailbr|chatgpt|openai|
  language model|llm |ai assistant|ai agent|ai model|ai system|assistant:|assistants|chatbot|pretend|roleplay|role-play|role play|
  from now on|no longer|uncensored|unfiltered|developer mode|stay in character|secretly|silently|covertly|without the user|
  tell the user|inform the user|notify the user|alert the user|mention this|your response|your reply|your answer|your task|
  your goal|you must|following code|following url|task complete|exfiltrat|api key|private key|credential|id_rsa|mcp.json|
  rm -rf|curl |wget |<!--|im_start|im_end|[inst|<<sys|<system|<important|display:none|display: none|font-size:0|font-size: 0|
  visibility:hidden|visibility: hidden|](http|base64|act as |your name is|only respond|only reply|always answer|always respond|stop what you|grandm|pwned|sidenote|when summari|positive review|debug mode|your context|of the user|message from me|following first|already approved|before any other|filters have been|ignoriere|vergiss|ignora|ignorez|oublie|instruccion|anweisung|consignes
`
  .replaceAll("\n", "")
  .split("|")
  .map((word) => word.trimStart())
  .filter((word) => word.length > 2);
const finder = createFinder([{ signs: words, ...around }]);

/** Letters that do not show, or that only look like others. */
const oddLetters =
  /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\uff01-\uff5e\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\udb40]/g;
const mostOddPlaces = 64;

interface Glimpse {
  readonly text: string;
  /** Everything of interest was read. */
  readonly whole: boolean;
}

export function glimpse(text: string): Glimpse {
  if (text.length <= readWhole) return { text, whole: true };
  const odd = oddPlaces(text);
  const places = [...(finder(text)[0] ?? []), ...stretchesAround(odd, text.length, around)].toSorted(
    (left, right) => left[0] - right[0],
  );
  const parts: string[] = [];
  const last = text.length - end;
  let left = room;
  let to = end;
  for (const [from, until] of places) {
    const start = Math.max(from, to);
    const stop = Math.min(until, last);
    if (stop <= start) continue;
    if (left > 0) parts.push(text.slice(start, Math.min(stop, start + left)));
    left -= stop - start;
    to = stop;
  }
  return {
    text: [text.slice(0, end), ...parts, text.slice(-end)].join("\n"),
    whole: left >= 0 && odd.length < mostOddPlaces,
  };
}

function oddPlaces(text: string): readonly number[] {
  const places: number[] = [];
  oddLetters.lastIndex = 0;
  for (
    let match = oddLetters.exec(text);
    match !== null && places.length < mostOddPlaces;
    match = oddLetters.exec(text)
  ) {
    places.push(match.index);
    oddLetters.lastIndex = match.index + around.reach;
  }
  return places;
}
