// gatehouse grants: decisions that outlive the request they were made for.
import { ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { duration, table, visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const grants = operatorCommand({
  ...commandTable.grants,
  act: async ({ call, now }) => {
    const answer = await call("listGrants", {});
    if (!answer.ok) return answer;
    if (answer.value.length === 0) return ok({ data: answer.value, text: "No grant is in force." });
    const rows = answer.value.map((grant) => [
      grant.grantId,
      grant.effect,
      visible(grant.title),
      grant.scope,
      grant.expiresAt === undefined ? grant.duration : `${duration(grant.expiresAt - now)} left`,
      grant.lastUsedAt === undefined ? "never" : `${grant.uses} times, ${duration(now - grant.lastUsedAt)} ago`,
      visible(grant.issuedBy),
    ]);
    return ok({
      data: answer.value,
      text: table([["ID", "EFFECT", "WHAT", "SCOPE", "UNTIL", "USED", "BY"], ...rows]),
    });
  },
});
