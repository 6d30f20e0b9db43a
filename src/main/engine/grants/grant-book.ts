// The live grants: found for an action, used, revoked, expired.
import type { Grant, OverrideGrant } from "../../../shared/domain/approval.ts";
import type { Action } from "../intents/action.ts";
import { covers, isOver } from "./grants.ts";
import { coversDenial, type DeniedSight, isOverride } from "../overrides/covers.ts";

export interface GrantBook {
  /** A grant that covers the action, which is only looked at when there are any; one that denies goes before one that allows. */
  readonly find: (actionOf: () => Action, now: number) => Grant | undefined;
  /** An override of this denial by score; what was denied is only worked out when there are overrides. */
  readonly findOverride: (seen: () => DeniedSight, now: number) => OverrideGrant | undefined;
  /** The live overrides of one agent. */
  readonly overridesOf: (agentDid: string, now: number) => readonly OverrideGrant[];
  /** Uses an override: one for once is gone afterwards. Undefined: it was gone already. */
  readonly spend: (grantId: string, now: number) => { readonly grant: Grant; readonly live: boolean } | undefined;
  readonly add: (grant: Grant) => void;
  readonly use: (grantId: string, now: number) => Grant | undefined;
  readonly revoke: (grantId: string) => Grant | undefined;
  /** The grant that wrote a rule of the policy. */
  readonly byRule: (rule: string) => Grant | undefined;
  readonly get: (grantId: string) => Grant | undefined;
  readonly list: (now: number) => readonly Grant[];
  /** Grants that held until lately: expired or revoked, the latest last. */
  readonly ended: (now: number) => readonly EndedGrant[];
}

export interface EndedGrant {
  readonly grant: Grant;
  readonly how: "expired" | "revoked" | "used";
}

/** Enough to say why somebody is asked again; what is older nobody remembers either. */
const endedKept = 100;

export function createGrantBook(remembered: readonly Grant[] = []): GrantBook {
  const grants = new Map(remembered.map((grant) => [grant.grantId, grant]));

  const ended: EndedGrant[] = [];

  function end(grant: Grant, how: EndedGrant["how"]): void {
    grants.delete(grant.grantId);
    ended.push({ grant, how });
    if (ended.length > endedKept) ended.shift();
  }

  function live(now: number): Grant[] {
    for (const grant of grants.values()) {
      if (isOver(grant, now)) end(grant, "expired");
    }
    return [...grants.values()];
  }

  function use(grantId: string, now: number): Grant | undefined {
    const grant = grants.get(grantId);
    if (grant === undefined) return undefined;
    const used = { ...grant, uses: grant.uses + 1, lastUsedAt: now };
    grants.set(grantId, used);
    return used;
  }

  return {
    find(actionOf, now) {
      if (grants.size === 0) return undefined;
      const action = actionOf();
      const covering = live(now).filter((grant) => !isOverride(grant) && covers(grant, action, now));
      return covering.find((grant) => grant.effect === "deny") ?? covering[0];
    },
    findOverride(seen, now) {
      const candidates = live(now).filter(isOverride);
      if (candidates.length === 0) return undefined;
      const denied = seen();
      return candidates.find((grant) => coversDenial(grant, denied));
    },
    overridesOf: (agentDid, now) => (grants.size === 0 ? [] : live(now).filter(isOverride)).filter(byAgent(agentDid)),
    spend(grantId, now) {
      const grant = use(grantId, now);
      if (grant === undefined) return undefined;
      const lasts = grant.duration !== "once";
      if (!lasts) end(grant, "used");
      return { grant, live: lasts };
    },
    add: (grant) => void grants.set(grant.grantId, grant),
    use,
    revoke(grantId) {
      const grant = grants.get(grantId);
      if (grant !== undefined) end(grant, "revoked");
      return grant;
    },
    byRule: (rule) => [...grants.values()].find((grant) => grant.rule === rule),
    get: (grantId) => grants.get(grantId),
    list: live,
    ended(now) {
      live(now);
      return ended;
    },
  };
}

function byAgent(agentDid: string): (grant: Grant) => boolean {
  return (grant) => grant.agentDid === agentDid;
}
