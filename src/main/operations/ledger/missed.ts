// While you were away, as people read and dismiss it.
import type { Operations } from "../../../shared/contract/contract.ts";
import type { MissedItem } from "../../../shared/contract/missed.ts";
import { ok } from "../../../shared/lib/result.ts";
import { dismissalEntry } from "../../engine/history/missed.ts";
import { type OperationPorts, refuse } from "../ports.ts";

export function missedOperations(ports: OperationPorts): Pick<Operations, "listMissed" | "dismissMissed"> {
  const { clock, pastActions, ledger } = ports;

  function withGrant(item: Omit<MissedItem, "grantId">): MissedItem {
    if (item.rule === undefined) return item;
    const live = ports.grants.list(clock.now());
    const grant = live.find(({ grantId, rule }) => rule === item.rule || `grant:${grantId}` === item.rule);
    return grant === undefined ? item : { ...item, grantId: grant.grantId };
  }

  return {
    listMissed: async () => {
      const now = clock.now();
      const agents = ports.agents.list(now);
      const names = Object.fromEntries(agents.map(({ agentDid, name }) => [agentDid, name]));
      try {
        const {
          items,
          dismissedAt = 0,
          ...rest
        } = await pastActions.missed({
          names,
          now,
          startedAt: ports.status().startedAt,
        });
        const pairings = agents
          .filter(({ state, firstSeenAt }) => state === "pending" && firstSeenAt > dismissedAt)
          .map(({ agentDid, name, firstSeenAt }) => ({ agentDid, agentName: name, at: firstSeenAt }));
        return ok({ ...rest, items: items.map(withGrant), pairings });
      } catch (error) {
        return refuse("unavailable", `The ledger cannot be read. ${error instanceof Error ? error.message : ""}`);
      }
    },
    dismissMissed: async ({ through }, actor) => {
      try {
        await ledger.append([dismissalEntry(through, actor, clock.now())]);
      } catch {
        return refuse("unavailable", "The ledger cannot record it, so the list stays.");
      }
      return ok({ through });
    },
  };
}
