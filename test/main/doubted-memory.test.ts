// An agent that was halted and whose row is taken out of the file does not come back as a stranger that is let through.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { agentDid, call, command, startGatehouse } from "../support/gatehouse.ts";
import { temporaryDirectory } from "../support/temporary.ts";

test("what is missing from memory stops all agents until a human lets them go on", { timeout: 60_000 }, async () => {
  const dataDirectory = temporaryDirectory();
  const before = await startGatehouse({ dataDirectory });
  const ask = async (gatehouse: typeof before) =>
    (await call(gatehouse, "a2g/intent", { ...command("ls"), agent_did: agentDid })).result?.["verdict"];
  expect(await ask(before)).toBe("APPROVED");
  await before.operations.setHalt({ agentDid, halted: true, reason: "" }, "anna");
  await before.stop();
  const connection = new Database(join(dataDirectory, "ledger.sqlite"));
  connection.exec("DELETE FROM agents");
  connection.close();

  const after = await startGatehouse({ dataDirectory });
  expect(await ask(after)).not.toBe("APPROVED");
  await after.operations.setHalt({ halted: false, reason: "" }, "anna");
  expect(await ask(after)).toBe("APPROVED");
});
