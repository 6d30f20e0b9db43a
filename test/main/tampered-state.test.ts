// An agent that was halted does not come back as a stranger that is let through, whatever was done to the ledger's files.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { agentDid, call, command, startGatehouse } from "../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const file = (directory: string): string => join(directory, "ledger.sqlite");

test.each([
  ["its row is taken out", (directory: string) => edit(directory, "DELETE FROM agents")],
  ["entries are taken off the end", (directory: string) => edit(directory, "DELETE FROM entries WHERE sequence > 2")],
  ["the head file is removed", (directory: string) => rmSync(join(directory, "ledger.head.json"))],
  ["the database is removed", remove],
  ["the database is damaged", damage],
])("where %s, all agents are stopped until a human lets them go on", { timeout: 60_000 }, async (_name, harm) => {
  const dataDirectory = temporaryDirectory();
  const before = await startGatehouse({ dataDirectory });
  const ask = async (gatehouse: typeof before) =>
    (await call(gatehouse, "a2g/intent", { ...command("ls"), agent_did: agentDid })).result?.["verdict"];
  expect(await ask(before)).toBe("APPROVED");
  await before.operations.setHalt({ agentDid, halted: true, reason: "" }, "anna");
  await before.stop();
  harm(dataDirectory);
  const after = await startGatehouse({ dataDirectory });
  expect(await after.operations.getStatus({}, "anna")).toMatchObject({ ok: true, value: { halted: true } });
  expect(await ask(after)).not.toBe("APPROVED");
  await after.operations.setHalt({ halted: false, reason: "" }, "anna");
  // Where it is still remembered it was halted by itself, too.
  await after.operations.setHalt({ agentDid, halted: false, reason: "" }, "anna");
  expect(await ask(after)).toBe("APPROVED");
});

/** With its log: what that still holds would make the database whole again. */
function remove(directory: string): void {
  for (const part of ["", "-wal", "-shm"]) rmSync(`${file(directory)}${part}`, { force: true });
}

function damage(directory: string): void {
  remove(directory);
  writeFileSync(file(directory), "no database ".repeat(1000));
}

function edit(directory: string, sql: string): void {
  const connection = new Database(file(directory));
  connection.exec(sql);
  connection.close();
}
