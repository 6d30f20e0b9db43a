// State saved beside the entries (agents, their inventories, lasting grants), sealed row by row so that edits are detected.
import { hash } from "node:crypto";
import { isJsonObject, type JsonObject, parseJson } from "../../shared/lib/json.ts";
import type { Connection } from "./database.ts";
import { type Query, queryRows, text } from "./decode.ts";
import { readEndRecord, sealStateDigest } from "./proof/end-record.ts";
import type { ConsoleKey } from "./proof/keys.ts";

export const savedKinds = ["agents", "grants", "inventories"] as const;
export type SavedKind = (typeof savedKinds)[number];

/** The body is JSON; a change without one deletes the row. */
export interface Change {
  readonly kind: SavedKind;
  readonly id: string;
  readonly body?: string;
}

export interface SavedState {
  readonly agents: readonly string[];
  readonly grants: readonly string[];
  readonly inventories: readonly string[];
  /** Rows whose seal does not fit: edited from outside, so they are not handed out. */
  readonly altered: readonly { readonly kind: SavedKind; readonly id: string }[];
  /** The rows are not those that were written last: some were deleted, or restored from an older copy. */
  readonly tampered: boolean;
}

export const emptySavedState: SavedState = { agents: [], grants: [], inventories: [], altered: [], tampered: false };

const keyColumns: Readonly<Record<SavedKind, string>> = { agents: "did", grants: "id", inventories: "did" };

export interface LoadedState {
  readonly state: SavedState;
  /** Over all sound rows, independent of their order, so that a change costs the same with ten rows and ten thousand. */
  readonly digest: bigint;
  /** What each row contributes to the digest, by kind and id. */
  readonly shares: ReadonlyMap<string, bigint>;
}

/** Written, but not yet committed. */
export interface PendingState {
  readonly digest: bigint;
  /** Call it after the commit: the next change builds on this one. */
  readonly committed: () => void;
}

type Sealer = Pick<ConsoleKey, "seal">;

/** The rows, and whether they are the ones that the end record was sealed with. */
export function readSavedState(connection: Connection, key: Sealer): LoadedState {
  // In one transaction, because the writer changes rows and end record together.
  return connection.transaction(() => readRows(connection, key))();
}

function readRows(connection: Connection, key: Sealer): LoadedState {
  const shares = new Map<string, bigint>();
  const altered: { kind: SavedKind; id: string }[] = [];
  const bodies = (kind: SavedKind): string[] => {
    // A file of an earlier version that is only read has fewer tables.
    if (!hasTable(connection, kind)) return [];
    return queryState(connection, kind)
      .all()
      .filter((row) => {
        const sound = row.seal === sealOf(key, kind, row.id, row.body);
        if (sound) shares.set(rowKey(kind, row.id), shareOf(key, row.seal));
        else altered.push({ kind, id: row.id });
        return sound;
      })
      .map((row) => row.body);
  };
  const rows = { agents: bodies("agents"), grants: bodies("grants"), inventories: bodies("inventories") };
  let digest = 0n;
  for (const share of shares.values()) digest ^= share;
  return {
    state: { ...rows, altered, tampered: !fitsEndRecord(connection, key, digest, shares.size) },
    digest,
    shares,
  };
}

/** Earlier versions sealed the end record without the state; without any end record nothing was ever saved. */
function fitsEndRecord(connection: Connection, key: Sealer, digest: bigint, rows: number): boolean {
  const end = readEndRecord(connection);
  if (end === undefined) return rows === 0;
  return end.state === undefined || end.state === sealStateDigest(key, digest);
}

/** Writes changes; call it inside a transaction. */
export function createStateWriter(
  connection: Connection,
  key: Sealer,
  loaded: LoadedState,
): (changes: Iterable<Change>) => PendingState {
  const shares = new Map(loaded.shares);
  let current = loaded.digest;
  const statements = {
    agents: prepare(connection, "agents"),
    grants: prepare(connection, "grants"),
    inventories: prepare(connection, "inventories"),
  };
  /** Gives back the share of the row; undefined for a deleted one. */
  function write({ kind, id, body }: Change): bigint | undefined {
    const { save, remove } = statements[kind];
    if (body === undefined) {
      remove.run(id);
      return undefined;
    }
    const seal = sealOf(key, kind, id, body);
    save.run(id, body, seal);
    return shareOf(key, seal);
  }

  return (changes) => {
    const changed = new Map<string, bigint | undefined>();
    let digest = current;
    for (const change of changes) {
      const row = rowKey(change.kind, change.id);
      const before = changed.has(row) ? changed.get(row) : shares.get(row);
      const share = write(change);
      digest ^= (before ?? 0n) ^ (share ?? 0n);
      changed.set(row, share);
    }
    const committed = (): void => {
      current = digest;
      for (const [row, share] of changed) {
        if (share === undefined) shares.delete(row);
        else shares.set(row, share);
      }
    };
    return { digest, committed };
  };
}

/**
 * Deletes altered rows and, after tampering, everything that permits: all agents are halted and grants that allow are deleted.
 * Gives back what is left; call it inside a transaction.
 */
export function removeUntrusted(connection: Connection, key: Sealer, state: SavedState): LoadedState {
  for (const { kind, id } of state.altered) prepare(connection, kind).remove.run(id);
  if (state.tampered) {
    rewrite(connection, key, "agents", (agent) => ({ ...agent, halted: true }));
    rewrite(connection, key, "grants", (grant) => (grant["effect"] === "deny" ? grant : undefined));
  }
  return readSavedState(connection, key);
}

/** A body that is not a JSON object is deleted: nobody could load it. */
function rewrite(
  connection: Connection,
  key: Sealer,
  kind: SavedKind,
  change: (row: JsonObject) => JsonObject | undefined,
): void {
  const { save, remove } = prepare(connection, kind);
  for (const { id, body } of queryState(connection, kind).all()) {
    const parsed = parseJson(body);
    const changed = isJsonObject(parsed) ? change(parsed) : undefined;
    if (changed === undefined) remove.run(id);
    else save.run(id, JSON.stringify(changed), sealOf(key, kind, id, JSON.stringify(changed)));
  }
}

function queryState(
  connection: Connection,
  kind: SavedKind,
): Query<[], { readonly id: string; readonly body: string; readonly seal: string }> {
  const sql = `SELECT ${keyColumns[kind]} AS id, body, seal FROM ${kind} ORDER BY 1`;
  return queryRows(connection.prepare<[]>(sql), kind, { id: text, body: text, seal: text });
}

function rowKey(kind: SavedKind, id: string): string {
  return `${kind} ${id}`;
}

function hasTable(connection: Connection, kind: SavedKind): boolean {
  const statement = connection.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return statement.get(kind) !== undefined;
}

function prepare(connection: Connection, kind: SavedKind) {
  return {
    save: connection.prepare<[string, string, string]>(`INSERT OR REPLACE INTO ${kind} VALUES (?, ?, ?)`),
    remove: connection.prepare<[string]>(`DELETE FROM ${kind} WHERE ${keyColumns[kind]} = ?`),
  };
}

function sealOf(key: Sealer, kind: SavedKind, id: string, body: string): string {
  return key.seal(hash("sha256", JSON.stringify([kind, id, body]), "hex"));
}

/** "gatehouse memory" in ASCII: everything else that is sealed is a SHA-256 and does not end like this. */
const shareMark = "67617465686f757365206d656d6f7279";

/**
 * What a row contributes to the digest. It is secret and never stored: with the shares of many old rows one could look for a
 * combination of rows that gives the same digest.
 */
function shareOf(key: Sealer, seal: string): bigint {
  return BigInt(`0x${key.seal(`${seal}${shareMark}`)}`);
}
