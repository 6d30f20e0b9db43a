// gatehouse revoke: ends a grant, or what an agent may do.
import { fail, ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { usage } from "../failure.ts";
import { visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const revoke = operatorCommand({
  ...commandTable.revoke,
  act: async ({ call, operands: [grantId], options }) => {
    if ((grantId === undefined) === (options.agent === undefined)) {
      return fail(usage("Name one thing to revoke: a grant's ID, or --agent DID."));
    }
    if (grantId !== undefined) {
      const revoked = await call("revokeGrant", { grantId });
      return revoked.ok ? ok({ data: revoked.value, text: `Revoked: ${visible(revoked.value.title)}` }) : revoked;
    }
    const names = options.capabilities?.split(",").filter((name) => name !== "");
    if (names?.length === 0) return fail(usage("--capabilities needs at least one tool."));
    const revoked = await call("revokeAgent", {
      agentDid: options.agent ?? "",
      capabilities: names ?? "*",
      reason: options.reason ?? "Revoked from the command line.",
    });
    if (!revoked.ok) return revoked;
    const what = names === undefined ? "Everything" : names.map(visible).join(", ");
    return ok({ data: revoked.value, text: `${what} revoked for ${visible(revoked.value.name)}.` });
  },
});
