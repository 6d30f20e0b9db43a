// Tampering: whatever is done to a copy of the ledger's file, verification finds it and names the first entry it concerns.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecoveringWriter } from "../../src/main/store/write/recovering-writer.ts";
import { readConsoleKey } from "../../src/main/store/proof/keys.ts";
import { flatten, recordHash } from "../../src/main/store/record.ts";
import { contentText, entryColumns, type EntryRow } from "../../src/main/store/rows.ts";
import { verifyLedger, type VerifyReport } from "../../src/main/store/proof/verify.ts";
import { readWords } from "../../src/main/store/words.ts";
import { firstMoment, samplePairs } from "../main/store/samples.ts";
import { indexLedger } from "../support/engine/index-ledger.ts";

type Connection = Database.Database;

const last = 50;
const checkpointEvery = 16;
let root: string;
let sound: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  sound = join(root, "sound");
  const writer = openRecoveringWriter({
    directory: sound,
    checkpointEntries: checkpointEvery,
    now: firstMoment,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  writer.saveState({ kind: "agents", id: "did:one", body: '{"pairing":"pending"}' });
  for (let index = 0; index < last / 2; index += 1) {
    writer.append(samplePairs(1, index).map(flatten), firstMoment);
    // As the writer's thread does once it has answered: the head file is written then.
    writer.settle();
  }
  indexLedger(sound);
  // Without a checkpoint at the end, as after a crash: the last entries are not signed yet.
  writer.store()?.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Verifies a copy that something was done to. */
function after(tamper: (connection: Connection) => void, trust: { publicKeys?: readonly string[] } = {}): VerifyReport {
  const directory = mkdtempSync(join(root, "copy-"));
  cpSync(sound, directory, { recursive: true });
  const connection = new Database(join(directory, "ledger.sqlite"));
  try {
    connection.transaction(() => tamper(connection))();
  } finally {
    connection.close();
  }
  const report = verifyLedger({ directory, ...trust });
  rmSync(directory, { recursive: true });
  return report;
}

/** What an attacker without the key can do: all hashes from an entry on fit together again. */
function recompute(connection: Connection, from: number): void {
  const words = readWords(connection);
  const rows = connection
    .prepare<[number], EntryRow>(`SELECT ${entryColumns} FROM entries WHERE sequence >= ? ORDER BY sequence`)
    .raw()
    .all(from);
  const update = connection.prepare("UPDATE entries SET hash = unhex(?) WHERE sequence = ?");
  let previous =
    connection
      .prepare<[number], string>("SELECT lower(hex(hash)) FROM entries WHERE sequence = ?")
      .pluck()
      .get(from - 1) ?? "0".repeat(64);
  for (const row of rows) {
    previous = recordHash(contentText(row, words), previous, row[0]);
    update.run(previous, row[0]);
  }
}

const contents = [
  "at",
  "kind",
  "agent",
  "session",
  "tool",
  "protocol",
  "outcome",
  "level",
  "reason",
  "decider",
  "rule",
  "score",
  "intent",
  "parent",
  "paths",
  "hosts",
  "summary",
  "body",
] as const;
const everyColumn = [...contents, "hash", "seal"];

const words = ["kind", "agent", "session", "tool", "protocol", "outcome", "level", "reason", "decider", "rule"];

/** A value the column did not have. */
function edit(connection: Connection, sequence: number, column: string): void {
  if (column === "hash" || column === "seal") {
    const read = connection.prepare<[number], Buffer>(`SELECT ${column} FROM entries WHERE sequence = ?`).pluck();
    const changed = Buffer.from(read.get(sequence) ?? "");
    changed[0] = (changed[0] ?? 0) ^ 1;
    connection.prepare(`UPDATE entries SET ${column} = ? WHERE sequence = ?`).run(changed, sequence);
    return;
  }
  const isNumber = column === "at" || column === "score" || words.includes(column);
  // Columns of JSON stay JSON: what is none shows by itself.
  const none = column === "paths" || column === "hosts" ? "[]" : "";
  const change = isNumber ? `coalesce(${column}, 0) + 1` : `coalesce(${column}, '${none}') || ' '`;
  connection.prepare(`UPDATE entries SET ${column} = ${change} WHERE sequence = ?`).run(sequence);
}

/** Numbers entries anew without ever having two with the same number. */
function shift(connection: Connection, from: number, by: number): void {
  connection.prepare("UPDATE entries SET sequence = -sequence WHERE sequence >= ?").run(from);
  connection.prepare("UPDATE entries SET sequence = -sequence + ? WHERE sequence < 0").run(by);
}

function copyEntry(connection: Connection, from: number, to: number): void {
  const columns = everyColumn.join(", ");
  connection
    .prepare(`INSERT INTO entries (sequence, ${columns}) SELECT ?, ${columns} FROM entries WHERE sequence = ?`)
    .run(to, from);
}

const place = fc.integer({ min: 1, max: last });

test("what nobody touched is sound", () => {
  expect(after(() => undefined)).toMatchObject({
    sound: true,
    entries: last,
    checkpoints: 3,
    unsigned: last % checkpointEvery,
  });
});

describe("an entry that was", () => {
  test("edited, in any column, is named", () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...everyColumn), (sequence, column) => {
        const report = after((connection) => edit(connection, sequence, column));
        const what = column === "seal" ? "rewritten" : "edited";
        expect(report).toMatchObject({ sound: false, problem: { sequence, what } });
      }),
      { numRuns: 50 },
    );
  });

  test("emptied by moving its text into the next column is named: what is hashed stays the same", () => {
    const moved = (from: string, into: string, text: string) => (connection: Connection) =>
      connection.exec(
        `UPDATE entries SET ${into} = ${into} || ',"' || '${text}' || '":"' ||
           coalesce((SELECT words.text FROM words WHERE words.id = ${from}), ${from}) || '"', ${from} = NULL WHERE sequence = 20`,
      );
    const named = { sound: false, problem: { sequence: 20, what: "edited" } };
    expect(after(moved("decider", "body", "decider"))).toMatchObject(named);
    expect(after(moved("protocol", "paths", "protocol"))).toMatchObject(named);
  });

  test("edited and the chain computed again is named", () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...contents), (sequence, column) => {
        const report = after((connection) => {
          edit(connection, sequence, column);
          recompute(connection, sequence);
        });
        expect(report).toMatchObject({ sound: false, problem: { sequence, what: "rewritten" } });
      }),
      { numRuns: 40 },
    );
  });

  test("removed is named, whether or not the others were numbered anew or computed again", () => {
    fc.assert(
      fc.property(place, fc.boolean(), fc.boolean(), (sequence, renumbered, recomputed) => {
        const report = after((connection) => {
          connection.prepare("DELETE FROM entries WHERE sequence = ?").run(sequence);
          if (renumbered) shift(connection, sequence + 1, -1);
          if (recomputed) recompute(connection, sequence);
        });
        // The last but one leaves too little behind it to tell a removal from an edit.
        const told = !recomputed && sequence < last - 1;
        expect(report).toMatchObject({ sound: false, problem: { sequence, ...(told ? { what: "removed" } : {}) } });
      }),
      { numRuns: 50 },
    );
  });

  test("added is named, wherever it was put", () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: last + 1 }), fc.boolean(), (copied, sequence, recomputed) => {
        const report = after((connection) => {
          copyEntry(connection, copied, 1000);
          shift(connection, sequence, 1);
          connection.prepare("UPDATE entries SET sequence = ? WHERE sequence = 1001").run(sequence);
          if (recomputed) recompute(connection, sequence);
        });
        // Where a copy stands before its original, the original is the one out of place.
        const first = copied === sequence ? sequence + 1 : sequence;
        const told = !recomputed && copied !== sequence && sequence <= last;
        expect(report).toMatchObject({
          sound: false,
          problem: { sequence: first, ...(told ? { what: "added" } : {}) },
        });
      }),
      { numRuns: 50 },
    );
  });

  test("put before the first is named", () => {
    const report = after((connection) => copyEntry(connection, 5, 0));
    expect(report).toMatchObject({ sound: false, problem: { sequence: 0, what: "added" } });
  });

  test("swapped with another is named", () => {
    fc.assert(
      fc.property(place, place, fc.boolean(), (one, other, recomputed) => {
        fc.pre(one !== other);
        const report = after((connection) => {
          const move = connection.prepare("UPDATE entries SET sequence = ? WHERE sequence = ?");
          move.run(-1, one);
          move.run(one, other);
          move.run(other, -1);
          if (recomputed) recompute(connection, Math.min(one, other));
        });
        const sequence = Math.min(one, other);
        const message = `Entries ${sequence} and ${Math.max(one, other)} were swapped.`;
        const told = recomputed ? {} : { what: "swapped", message };
        expect(report).toMatchObject({ sound: false, problem: { sequence, ...told } });
      }),
      { numRuns: 50 },
    );
  });
});

describe("the end of the ledger", () => {
  test("cannot be cut off unseen", () => {
    fc.assert(
      fc.property(place, fc.boolean(), fc.boolean(), (sequence, fixHead, dropCheckpoints) => {
        const report = after((connection) => {
          connection.prepare("DELETE FROM entries WHERE sequence >= ?").run(sequence);
          if (fixHead) connection.prepare("UPDATE head SET sequence = ?").run(sequence - 1);
          if (dropCheckpoints) connection.prepare("DELETE FROM checkpoints WHERE size >= ?").run(sequence);
        });
        expect(report).toMatchObject({ sound: false, problem: fixHead ? {} : { sequence, what: "removed" } });
      }),
      { numRuns: 40 },
    );
  });

  test("cannot be forged", () => {
    const report = after((connection) => {
      copyEntry(connection, last, last + 1);
      recompute(connection, last + 1);
      connection.prepare("UPDATE head SET sequence = ?").run(last + 1);
    });
    expect(report).toMatchObject({ sound: false, problem: { sequence: last + 1 } });
  });

  test("cannot be forgotten", () => {
    expect(after((connection) => connection.exec("DELETE FROM head"))).toMatchObject({
      sound: false,
      problem: { what: "head" },
    });
  });
});

describe("a checkpoint", () => {
  const size = fc.constantFrom(16, 32, 48);

  test("that was edited or taken out is named", () => {
    const edits = [
      "UPDATE checkpoints SET statement = replace(statement, '\"at\":', '\"at\":1') WHERE size = ?",
      "UPDATE checkpoints SET statement = statement || ' ' WHERE size = ?",
      "UPDATE checkpoints SET signature = replace(signature, substr(signature, 1, 4), '0000') WHERE size = ?",
      "UPDATE checkpoints SET size = size + 1 WHERE size = ?",
      "UPDATE checkpoints SET statement = '{}' WHERE size = ?",
      "UPDATE checkpoints SET peaks = replace(peaks, substr(peaks, 1, 4), 'ffff') WHERE size = ?",
      "DELETE FROM checkpoints WHERE size = ?",
    ];
    fc.assert(
      fc.property(size, fc.constantFrom(...edits), (at, statement) => {
        const report = after((connection) => void connection.prepare(statement).run(at));
        expect(report).toMatchObject({ sound: false, problem: { what: "checkpoint" } });
      }),
      { numRuns: 40 },
    );
  });

  test("signed with another key does not count", () => {
    const directory = mkdtempSync(join(root, "other-"));
    const writer = openRecoveringWriter({
      directory,
      checkpointEntries: 4,
      now: firstMoment,
      onHealth: () => undefined,
      onOpen: () => undefined,
    });
    writer.append(samplePairs(8).map(flatten), firstMoment);
    writer.close(firstMoment);
    const report = verifyLedger({ directory, publicKeys: [readConsoleKey(sound).publicKey] });
    expect(report).toMatchObject({ sound: false, problem: { what: "checkpoint" } });
    expect(report.problem?.message).toContain("another key");
  });
});

describe("the dictionary", () => {
  test("cannot be rewritten: the first entry that uses the word is named", () => {
    const connection = new Database(join(sound, "ledger.sqlite"), { readonly: true });
    const ids = connection.prepare<[], number>("SELECT id FROM words").pluck().all();
    connection.close();
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.boolean(), (id, removed) => {
        const report = after((connection) => {
          if (removed) connection.prepare("DELETE FROM words WHERE id = ?").run(id);
          else connection.prepare("UPDATE words SET text = text || 'x' WHERE id = ?").run(id);
        });
        expect(report).toMatchObject({ sound: false, problem: { what: "edited" } });
      }),
      { numRuns: 30 },
    );
  });
});

describe("what is remembered beside the entries", () => {
  test.each([
    "INSERT INTO grants (id, body, seal) VALUES ('always', '{\"effect\":\"allow\"}', 'ab')",
    "UPDATE agents SET body = replace(body, 'pending', 'accepted')",
    "UPDATE agents SET did = 'did:another'",
    "DELETE FROM agents",
  ])("is not believed after: %s", (statement) => {
    const report = after((connection) => {
      connection.exec(statement);
    });
    expect(report).toMatchObject({ sound: false, problem: { what: "memory" } });
  });
});

describe("without the console's key", () => {
  test("a chain that was computed again does not lead to the signed root", () => {
    const { publicKey } = readConsoleKey(sound);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 48 }), fc.constantFrom(...contents), (sequence, column) => {
        const report = after(
          (connection) => {
            edit(connection, sequence, column);
            recompute(connection, sequence);
          },
          { publicKeys: [publicKey] },
        );
        const begin = Math.floor((sequence - 1) / checkpointEvery) * checkpointEvery + 1;
        expect(report).toMatchObject({ sound: false, problem: { sequence: begin, what: "rewritten" } });
      }),
      { numRuns: 40 },
    );
  });
});
