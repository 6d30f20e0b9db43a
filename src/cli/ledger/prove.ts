// gatehouse ledger prove: a file that proves one entry to anyone who has the console's public key.
import type { LedgerReader } from "../../main/store/read/index.ts";
import { proveEntry } from "../../main/store/proof/index.ts";
import { publicKeyOf } from "../../main/store/export/index.ts";
import { writeFileSync } from "node:fs";
import { openLedgerFile } from "../../main/store/open-ledger-file.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, localCommand } from "../command.ts";
import type { CommandFailure } from "../failure.ts";
import { failureOf, notFound, withReader } from "./reading.ts";
import { commandTable } from "../table/index.ts";

export const prove = localCommand({
  ...commandTable["ledger prove"],
  act: async ({ operands: [id = ""], options: { out }, dataDirectory }) => {
    const sequence = withReader(dataDirectory, (reader) => find(reader, id));
    return sequence.ok ? makeProof(dataDirectory, sequence.value, out) : sequence;
  },
});

function find(reader: LedgerReader, id: string): Result<number, CommandFailure> {
  if (/^\d+$/.test(id)) return ok(Number(id));
  const entries = reader.story({ intentId: id })?.entries ?? [];
  const entry = entries.findLast(({ kind }) => kind === "verdict") ?? entries[0];
  return entry === undefined ? fail(notFound(id)) : ok(entry.sequence);
}

function makeProof(directory: string, sequence: number, out: string | undefined): Result<Answer, CommandFailure> {
  try {
    const connection = openLedgerFile(directory);
    try {
      const proof = proveEntry(connection, sequence, publicKeyOf(directory));
      if (!proof.ok) return fail({ code: "not_found", message: proof.error });
      const data: unknown = JSON.parse(proof.value);
      if (out === undefined) return ok({ data, text: proof.value });
      writeFileSync(out, `${proof.value}\n`);
      return ok({ data, text: `The proof of entry ${sequence} is in ${out}. Check it: node verify-ledger.mjs ${out}` });
    } finally {
      connection.close();
    }
  } catch (error) {
    return fail(failureOf(error));
  }
}
