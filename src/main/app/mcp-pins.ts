// Pins of MCP tools are kept with what agents say they are made of: one list, one screen, one way to accept a change.
import type { Inventory } from "../protocols/aos/inventory.ts";
import type { PinBook } from "../protocols/mcp/pins.ts";

export function inventoryPins(inventory: Inventory): PinBook {
  return {
    compare: inventory.compare,
    accept: inventory.accept,
    propose: (pinDid, server, sessionId, now) => {
      const news = inventory.compare(pinDid, server);
      if (news !== undefined) inventory.propose(pinDid, server, news, sessionId, now);
    },
    refuses: inventory.refusesTool,
    accepted: (pinDid) =>
      (inventory.get(pinDid)?.tools ?? []).filter(({ declared }) => declared).map(({ definition }) => definition),
  };
}
