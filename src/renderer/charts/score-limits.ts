// The scores from which the operator is asked or everything is denied; from 0.7 to 0.8 a setting decides.
import type { Settings } from "../../shared/contract/settings.ts";

export interface ScoreLimits {
  /** From this score the operator is asked; undefined if never. */
  readonly asks: number | undefined;
  readonly denies: number;
}

/** Without a setting: what applies to all its values. */
export function scoreLimits(highBand: Settings["highBand"] | undefined): ScoreLimits {
  return { asks: highBand === "escalate" ? 0.7 : undefined, denies: highBand === "deny" ? 0.7 : 0.8 };
}
