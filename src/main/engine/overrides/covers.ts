// Whether a human's override covers a denial by score. Pure.
import type { Grant, OverrideGrant } from "../../../shared/domain/approval.ts";
import { type RiskLevel, riskLevels } from "../../../shared/domain/verdict.ts";
import type { Action } from "../intents/action.ts";
import { differences } from "../grants/differences.ts";

/** A denial by score as an override must match it. */
export interface DeniedSight {
  readonly action: Action;
  /** `overrideDigest` of what is denied now. */
  readonly digest: string;
  readonly level: RiskLevel;
}

export function isOverride(grant: Grant): grant is OverrideGrant {
  return grant.override !== undefined;
}

/** True for exactly the action, agent and policy that were shown, at no higher risk level. Expiry is checked elsewhere. */
export function coversDenial(grant: OverrideGrant, { action, digest, level }: DeniedSight): boolean {
  if (grant.override.digest !== digest) return false;
  if (riskLevels.indexOf(level) > riskLevels.indexOf(grant.override.level)) return false;
  return differences(grant, action).next().done === true;
}
