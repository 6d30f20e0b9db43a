// Where on the scale of scores something happens: what 0.7 does is a setting, and from 0.8 everything is denied.
import type { Settings } from "../../shared/settings.ts";

export interface ScoreLimits {
  /** From here a human is asked; undefined where nobody is. */
  readonly asks: number | undefined;
  readonly denies: number;
}

/** Without a setting, what holds whatever it is. */
export function scoreLimits(highBand: Settings["highBand"] | undefined): ScoreLimits {
  return { asks: highBand === "escalate" ? 0.7 : undefined, denies: highBand === "deny" ? 0.7 : 0.8 };
}
