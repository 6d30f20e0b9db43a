// What agents are made of, as people handle it: the list, a word on a change, and the bill of materials.
import type { Operations } from "../../shared/contract/contract.ts";
import type { InventoryView } from "../../shared/contract/inventory.ts";
import type { JsonObject } from "../../shared/lib/json.ts";
import { ok } from "../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

export interface InventoryApi {
  readonly views: () => readonly InventoryView[];
  readonly decide: (agentDid: string, digest: string, accept: boolean, now: number) => boolean;
  readonly bill: (agentDid: string) => JsonObject | undefined;
}

type InventoryOperations = Pick<Operations, "listInventory" | "decideInventory" | "exportAgbom">;

/** The name under which a changed inventory waits in the queue. */
const question = "agent/inventory";

export function inventoryOperations(ports: OperationPorts): InventoryOperations {
  const { inventory, engine, clock } = ports;

  const decideInventory: InventoryOperations["decideInventory"] = async ({ agentDid, digest, accept }, actor) => {
    const find = () => inventory.views().find((view) => view.agentDid === agentDid);
    const change = find()?.change;
    if (change?.digest !== digest) {
      return refuse("stale", "The agent comes with something else by now, or it was answered already. Look again.");
    }
    const what = [...change.changed, ...change.added].map(({ name }) => name).concat(change.notes);
    const entry = {
      kind: "registration",
      at: clock.now(),
      agentDid,
      summary: `${accept ? "Accepted" : "Refused"} by ${actor}: ${what.join(", ")}`,
      body: { decision: accept ? "inventory_accepted" : "inventory_refused", digest, actor },
    } as const;
    try {
      await ports.ledger.append([entry]);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      return refuse("unavailable", `The ledger cannot record the decision, so nothing was changed. ${why}`);
    }
    inventory.decide(agentDid, digest, accept, clock.now());
    await answerHeld(agentDid, accept, actor);
    const view = find();
    return view === undefined ? refuse("not_found", `Nothing is known about ${agentDid}.`) : ok(view);
  };

  /** Steps that wait for the same answer at this moment need not be asked about again. */
  async function answerHeld(agentDid: string, accept: boolean, actor: string): Promise<void> {
    const held = engine.approvals
      .list()
      .filter(({ intent }) => intent.agentDid === agentDid && intent.tool === question);
    for (const { approvalId, digest } of held) {
      const decision = accept ? "approve" : "deny";
      await engine.approvals.resolve({ approvalId, digest, decision, scope: "exact", duration: "once" }, actor);
    }
  }

  return {
    listInventory: async () => ok(inventory.views()),
    decideInventory,
    exportAgbom: async ({ agentDid }) => {
      const bill = inventory.bill(agentDid);
      return bill === undefined ? refuse("not_found", `${agentDid} has not said what it is made of.`) : ok(bill);
    },
  };
}
