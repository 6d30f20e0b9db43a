// gatehouse agbom: what an agent is made of, as a bill of materials in CycloneDX.
import { writeFileSync } from "node:fs";
import type { InventoryView } from "../../shared/contract/inventory.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import type { CommandFailure } from "../failure.ts";
import { visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const agbom = operatorCommand({
  ...commandTable.agbom,
  act: async ({ call, operands, options: { out } }) => {
    const known = await call("listInventory", {});
    if (!known.ok) return known;
    const agent = chosen(known.value, operands[0]);
    if (!agent.ok) return agent;
    const bill = await call("exportAgbom", { agentDid: agent.value.agentDid });
    if (!bill.ok) return bill;
    const text = JSON.stringify(bill.value, null, 2);
    if (out === undefined) return ok({ data: bill.value, text });
    try {
      writeFileSync(out, `${text}\n`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return fail({ code: "refused", message: `${out} cannot be written: ${why}` });
    }
    return ok({ data: { out }, text: `The bill of materials of ${visible(agent.value.name)} is in ${out}.` });
  },
});

function chosen(known: readonly InventoryView[], asked: string | undefined): Result<InventoryView, CommandFailure> {
  const found = known.filter(({ agentDid, name }) => asked === undefined || agentDid === asked || name === asked);
  const [agent, ...others] = found;
  if (agent !== undefined && others.length === 0) return ok(agent);
  if (agent === undefined) {
    return fail({ code: "not_found", message: "No such agent has said what it is made of (AOS agents do)." });
  }
  const names = found.map(({ name, agentDid }) => `  ${visible(name)}  ${visible(agentDid)}`).join("\n");
  return fail({ code: "refused", message: `Which one? Name its DID:\n${names}` });
}
