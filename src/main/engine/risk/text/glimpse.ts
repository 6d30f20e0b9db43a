// Glimpse: what is read of a text that is too long to be read whole: its ends, and every place where a word of interest stands.

/** Texts up to this length are read whole. */
export const readWhole = 49_152;
/** Of longer ones: this much from each end … */
const end = 12_288;
/** … and this much around each word of interest, as long as there is room. */
const around = 700;
const room = 65_536;

/**
 * Words that stand in nearly everything the rules look for, letters that do not show, letters that only look like others.
 * Wide on purpose: it decides where to read, not what is found.
 */
const ofInterest =
  /\b(?:ignor|disregard|forget|overrid|bypass|instruction|directive|system prompt|initial prompt|jailbr|chatgpt|openai|language model|llm\b|ai (?:assistant|agent|model|system)|assistants?\b|chatbot|pretend|role-?play|from now on|no longer|uncensored|unfiltered|developer mode|stay in character|secretly|silently|covertly|without (?:the )?(?:user|human)|(?:tell|inform|mention to|notify|alert) (?:the )?(?:user|human)|your (?:response|reply|answer|task|goal|new|real|actual)|you must|following (?:code|url|address|server)|task complete|exfiltrat|api keys?\b|private key|credentials?\b|id_rsa|mcp\.json|rm -rf|curl |wget )|<!--|<\||\[inst|<<sys|<(?:system|important)|display\s*:\s*none|font-size\s*:\s*0|visibility\s*:\s*hidden|!\[|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\uff01-\uff5e\udb40]/giu;

export interface Glimpse {
  readonly text: string;
  /** Everything of interest was read. */
  readonly whole: boolean;
}

export function glimpse(text: string): Glimpse {
  if (text.length <= readWhole) return { text, whole: true };
  const middle = text.slice(end, -end);
  const parts = [text.slice(0, end)];
  let left = room;
  let to = 0;
  ofInterest.lastIndex = 0;
  for (let match = ofInterest.exec(middle); match !== null; match = ofInterest.exec(middle)) {
    const start = Math.max(0, match.index - around);
    const from = Math.max(to, start);
    const touches = to > 0 && start <= to;
    to = Math.min(middle.length, match.index + around);
    left -= to - from;
    if (left < 0) return { text: [...parts, text.slice(-end)].join("\n"), whole: false };
    // Stretches that touch stay one, so that no sentence is torn.
    if (touches) parts[parts.length - 1] += middle.slice(from, to);
    else parts.push(middle.slice(from, to));
    // Words near this one are in the stretch already.
    ofInterest.lastIndex = Math.max(ofInterest.lastIndex, to - around / 2);
  }
  return { text: [...parts, text.slice(-end)].join("\n"), whole: true };
}
