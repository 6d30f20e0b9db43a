// The live grants: found for an action, used, revoked, expired.
import type { Grant } from "../../shared/approval.ts";
import { type Action, covers } from "./grants.ts";

export interface GrantBook {
  /** A grant that covers the action; one that denies goes before one that allows. */
  readonly find: (action: Action, now: number) => Grant | undefined;
  readonly add: (grant: Grant) => void;
  readonly use: (grantId: string, now: number) => Grant | undefined;
  readonly revoke: (grantId: string) => Grant | undefined;
  /** The grant that wrote a rule of the policy. */
  readonly byRule: (rule: string) => Grant | undefined;
  readonly get: (grantId: string) => Grant | undefined;
  readonly list: (now: number) => readonly Grant[];
}

export function createGrantBook(remembered: readonly Grant[] = []): GrantBook {
  const grants = new Map(remembered.map((grant) => [grant.grantId, grant]));

  function live(now: number): Grant[] {
    for (const grant of grants.values()) {
      if (grant.expiresAt !== undefined && now >= grant.expiresAt) grants.delete(grant.grantId);
    }
    return [...grants.values()];
  }

  return {
    find(action, now) {
      if (grants.size === 0) return undefined;
      const covering = live(now).filter((grant) => covers(grant, action, now));
      return covering.find((grant) => grant.effect === "deny") ?? covering[0];
    },
    add: (grant) => void grants.set(grant.grantId, grant),
    use(grantId, now) {
      const grant = grants.get(grantId);
      if (grant === undefined) return undefined;
      const used = { ...grant, uses: grant.uses + 1, lastUsedAt: now };
      grants.set(grantId, used);
      return used;
    },
    revoke(grantId) {
      const grant = grants.get(grantId);
      grants.delete(grantId);
      return grant;
    },
    byRule: (rule) => [...grants.values()].find((grant) => grant.rule === rule),
    get: (grantId) => grants.get(grantId),
    list: live,
  };
}
