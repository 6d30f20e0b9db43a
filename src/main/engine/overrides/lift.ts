// Whether a human's lift covers a denial by score. Pure.
import type { Grant, LiftGrant } from "../../../shared/domain/approval.ts";
import { type RiskLevel, riskLevels } from "../../../shared/domain/verdict.ts";
import type { Action } from "../intents/action.ts";
import { differences } from "../grants/differences.ts";

/** A denial by score as a lift must match it. */
export interface DeniedSight {
  readonly action: Action;
  /** `liftDigest` of what is denied now. */
  readonly digest: string;
  readonly level: RiskLevel;
}

export function isLift(grant: Grant): grant is LiftGrant {
  return grant.lift !== undefined;
}

/** True for exactly the action, agent and policy that were shown, at no higher risk level. Expiry is checked elsewhere. */
export function lifts(grant: LiftGrant, { action, digest, level }: DeniedSight): boolean {
  if (grant.lift.digest !== digest) return false;
  if (riskLevels.indexOf(level) > riskLevels.indexOf(grant.lift.level)) return false;
  return differences(grant, action).next().done === true;
}
