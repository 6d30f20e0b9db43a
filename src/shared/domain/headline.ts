// Headline: what an action does, how far it goes and whether it can be undone, as it is recorded and shown.

/** Whether what was changed can be put back. "unknown" where the facts do not say what is changed. */
export type Reversibility = "changes nothing" | "reversible" | "unknown" | "irreversible";

/** Who or what is affected, from the project outwards. */
export type Reach = "project" | "computer" | "network" | "shared" | "production" | "public";

/** The colour of a headline. */
export type Tone = "calm" | "caution" | "danger";

export interface Headline {
  /** "Force-push to origin/main · rewrites what others have" */
  readonly sentence: string;
  readonly verb: string;
  readonly object: string;
  readonly reach: Reach;
  readonly reversibility: Reversibility;
  /** Never calmer than the effect, whatever the risk score is. */
  readonly tone: Tone;
  /** What follows from it and what else it does, most important first; the sentence has those that fit. */
  readonly notes: readonly string[];
}
