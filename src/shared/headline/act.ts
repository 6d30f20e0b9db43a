// Act: one thing that a call does, with how far it goes and whether it can be undone.

import type { Reach, Reversibility, Tone } from "../domain/headline.ts";

export interface Act {
  /** The first words of the headline, capitalised: "Force-push". */
  readonly verb: string;
  /** What it is done to, as it continues the sentence: "to origin/main". May be empty. */
  readonly object: string;
  /** What follows from it: "rewrites what others have". */
  readonly note?: string;
  readonly reach: Reach;
  readonly reversibility: Reversibility;
  readonly tone: Tone;
}

type More = Partial<Pick<Act, "note" | "reach" | "tone">>;

/** Looks at something and changes nothing. */
export function look(verb: string, object = "", more: More = {}): Act {
  return { verb, object, reach: "project", reversibility: "changes nothing", tone: "calm", ...more };
}

/** Changes something that can be put back. */
export function change(verb: string, object = "", more: More = {}): Act {
  return { verb, object, reach: "project", reversibility: "reversible", tone: "calm", ...more };
}

/** Changes something that other people see or use. */
export function changeForOthers(verb: string, object: string, more: More = {}): Act {
  return { verb, object, reach: "shared", reversibility: "reversible", tone: "caution", ...more };
}

/** Whatever it changes is not known from the facts. */
export function start(verb: string, object: string, more: More = {}): Act {
  return { verb, object, reach: "computer", reversibility: "unknown", tone: "calm", ...more };
}

/** Cannot be put back. */
export function destroy(verb: string, object: string, more: More = {}): Act {
  return {
    verb,
    object,
    note: "cannot be undone",
    reach: "shared",
    reversibility: "irreversible",
    tone: "danger",
    ...more,
  };
}

const tones: readonly Tone[] = ["calm", "caution", "danger"];
const reaches: readonly Reach[] = ["project", "computer", "network", "shared", "production", "public"];
const reversibilities: readonly Reversibility[] = ["changes nothing", "reversible", "unknown", "irreversible"];

export function strongerTone(one: Tone, other: Tone): Tone {
  return tones.indexOf(one) < tones.indexOf(other) ? other : one;
}

/** How much an act matters beside others of the same call: by colour, then by what remains, then by how far it goes. */
export function weightOf({ tone, reversibility, reach }: Act): number {
  const change = reversibilities.indexOf(reversibility);
  return tones.indexOf(tone) * 100 + change * 10 + (change === 0 ? 0 : reaches.indexOf(reach));
}
