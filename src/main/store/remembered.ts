// What is remembered beside the ledger: agents, what they are made of, and lasting grants, each sealed, so that an edit from outside is not believed.
import { hash } from "node:crypto";
import type { Connection } from "./database.ts";
import type { ConsoleKey } from "./keys.ts";

export const rememberedKinds = ["agents", "grants", "inventories"] as const;
export type RememberedKind = (typeof rememberedKinds)[number];

/** A body is JSON; none means that the row goes. */
export interface Change {
  readonly kind: RememberedKind;
  readonly id: string;
  readonly body?: string;
}

export interface Remembered {
  readonly agents: readonly string[];
  readonly grants: readonly string[];
  readonly inventories: readonly string[];
  /** Rows whose seal does not fit: altered from outside, so not handed out. */
  readonly altered: readonly { readonly kind: RememberedKind; readonly id: string }[];
}

const keyColumns: Readonly<Record<RememberedKind, string>> = { agents: "did", grants: "id", inventories: "did" };

export function readRemembered(connection: Connection, key: Pick<ConsoleKey, "seal">): Remembered {
  const altered: { kind: RememberedKind; id: string }[] = [];
  const bodies = (kind: RememberedKind): string[] => {
    // A file of an earlier version that is only looked at has fewer of them.
    if (!hasTable(connection, kind)) return [];
    const rows = connection
      .prepare<[], { id: string; body: string; seal: string }>(
        `SELECT ${keyColumns[kind]} AS id, body, seal FROM ${kind} ORDER BY 1`,
      )
      .all();
    return rows
      .filter((row) => {
        const sound = row.seal === sealOf(key, kind, row.id, row.body);
        if (!sound) altered.push({ kind, id: row.id });
        return sound;
      })
      .map((row) => row.body);
  };
  return { agents: bodies("agents"), grants: bodies("grants"), inventories: bodies("inventories"), altered };
}

/** Writes changes; call it inside a transaction. */
export function createRememberer(
  connection: Connection,
  key: Pick<ConsoleKey, "seal">,
): (changes: Iterable<Change>) => void {
  const statements = {
    agents: prepare(connection, "agents"),
    grants: prepare(connection, "grants"),
    inventories: prepare(connection, "inventories"),
  };
  return (changes) => {
    for (const { kind, id, body } of changes) {
      const { save, remove } = statements[kind];
      if (body === undefined) remove.run(id);
      else save.run(id, body, sealOf(key, kind, id, body));
    }
  };
}

function hasTable(connection: Connection, kind: RememberedKind): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(kind) !== undefined;
}

function prepare(connection: Connection, kind: RememberedKind) {
  return {
    save: connection.prepare<[string, string, string]>(`INSERT OR REPLACE INTO ${kind} VALUES (?, ?, ?)`),
    remove: connection.prepare<[string]>(`DELETE FROM ${kind} WHERE ${keyColumns[kind]} = ?`),
  };
}

function sealOf(key: Pick<ConsoleKey, "seal">, kind: RememberedKind, id: string, body: string): string {
  return key.seal(hash("sha256", JSON.stringify([kind, id, body]), "hex"));
}
