// What is remembered beside the ledger: agents, what they are made of, and lasting grants, each sealed, so that an edit from outside is not believed.
import { hash } from "node:crypto";
import type { JsonObject } from "../../shared/json.ts";
import type { Connection } from "./database.ts";
import { readHead, sealMemory } from "./head.ts";
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
  /** The rows are not those that were written last: some were taken out, or put back from an older copy. */
  readonly doubted: boolean;
}

export const nothingRemembered: Remembered = { agents: [], grants: [], inventories: [], altered: [], doubted: false };

const keyColumns: Readonly<Record<RememberedKind, string>> = { agents: "did", grants: "id", inventories: "did" };

export interface Memory {
  readonly remembered: Remembered;
  /** Over all sound rows, in no order, so that a change costs the same beside ten rows and ten thousand. */
  readonly digest: bigint;
  /** What each row adds to it, by kind and id. */
  readonly shares: ReadonlyMap<string, bigint>;
}

/** Written, but not yet committed. */
export interface Remembering {
  readonly digest: bigint;
  /** It is committed: the next one follows from it. */
  readonly keep: () => void;
}

/** The rows, and whether they are the ones that the head speaks of. */
export function readMemory(connection: Connection, key: Pick<ConsoleKey, "seal">): Memory {
  // One look at both: the writer changes them together.
  return connection.transaction(() => lookAtMemory(connection, key))();
}

function lookAtMemory(connection: Connection, key: Pick<ConsoleKey, "seal">): Memory {
  const shares = new Map<string, bigint>();
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
        if (sound) shares.set(placeOf(kind, row.id), shareOf(key, row.seal));
        else altered.push({ kind, id: row.id });
        return sound;
      })
      .map((row) => row.body);
  };
  const rows = { agents: bodies("agents"), grants: bodies("grants"), inventories: bodies("inventories") };
  let digest = 0n;
  for (const share of shares.values()) digest ^= share;
  const head = readHead(connection);
  // A head that an earlier version sealed says nothing about rows; without any head there is nobody who wrote some.
  const fits =
    head === undefined ? shares.size === 0 : head.memory === undefined || head.memory === sealMemory(key, digest);
  return { remembered: { ...rows, altered, doubted: !fits }, digest, shares };
}

/** Writes changes; call it inside a transaction. */
export function createRememberer(
  connection: Connection,
  key: Pick<ConsoleKey, "seal">,
  memory: Memory,
): (changes: Iterable<Change>) => Remembering {
  const shares = new Map(memory.shares);
  let kept = memory.digest;
  const statements = {
    agents: prepare(connection, "agents"),
    grants: prepare(connection, "grants"),
    inventories: prepare(connection, "inventories"),
  };
  /** What is gone has none. */
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
    let digest = kept;
    for (const change of changes) {
      const place = placeOf(change.kind, change.id);
      const before = changed.has(place) ? changed.get(place) : shares.get(place);
      const share = write(change);
      digest ^= (before ?? 0n) ^ (share ?? 0n);
      changed.set(place, share);
    }
    const keep = (): void => {
      kept = digest;
      for (const [place, share] of changed) {
        if (share === undefined) shares.delete(place);
        else shares.set(place, share);
      }
    };
    return { digest, keep };
  };
}

/**
 * Leaves in the file only what may be believed: not what was altered, and of doubtful rows nothing that permits. Gives back
 * what is left; call it inside a transaction.
 */
export function cleanMemory(connection: Connection, key: Pick<ConsoleKey, "seal">, remembered: Remembered): Memory {
  for (const { kind, id } of remembered.altered) prepare(connection, kind).remove.run(id);
  if (remembered.doubted) {
    rewrite(connection, key, "agents", (agent) => ({ ...agent, halted: true }));
    rewrite(connection, key, "grants", (grant) => (grant["effect"] === "deny" ? grant : undefined));
  }
  return readMemory(connection, key);
}

function rewrite(
  connection: Connection,
  key: Pick<ConsoleKey, "seal">,
  kind: RememberedKind,
  change: (row: JsonObject) => JsonObject | undefined,
): void {
  const { save, remove } = prepare(connection, kind);
  const rows = connection.prepare<[], { id: string; body: string }>(
    `SELECT ${keyColumns[kind]} AS id, body FROM ${kind}`,
  );
  for (const { id, body } of rows.all()) {
    const changed = change(JSON.parse(body) as JsonObject);
    if (changed === undefined) remove.run(id);
    else save.run(id, JSON.stringify(changed), sealOf(key, kind, id, JSON.stringify(changed)));
  }
}

function placeOf(kind: RememberedKind, id: string): string {
  return `${kind} ${id}`;
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

/** "gatehouse memory" in ASCII: what is sealed otherwise is a SHA-256 and does not end like this. */
const shareMark = "67617465686f757365206d656d6f7279";

/**
 * What a row adds to the digest, and takes away again. It is secret and written nowhere: whoever knew the shares of many old
 * rows could look for some that together make up for others.
 */
function shareOf(key: Pick<ConsoleKey, "seal">, seal: string): bigint {
  return BigInt(`0x${key.seal(`${seal}${shareMark}`)}`);
}
