// Migrates a ledger file to this version: numbered steps in one transaction, with a copy for the way back to the version before.
import { chmodSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Connection, ledgerFile, removeDatabase } from "./database.ts";
import { integer, queryValues } from "./decode.ts";
import { LedgerUnavailable } from "./faults.ts";
import { ledgerTables } from "./migrations/0001-ledger.ts";
import { inventories } from "./migrations/0002-inventories.ts";
import { memoryInHead } from "./migrations/0003-memory.ts";
import { anchoredInHead } from "./migrations/0004-anchored.ts";

export interface Migration {
  readonly version: number;
  readonly title: string;
  readonly sql: string;
}

const migrations: readonly Migration[] = [ledgerTables, inventories, memoryInHead, anchoredInHead];

/** "GATE" in ASCII: tells our files from any other SQLite file. */
export const applicationId = 0x47415445;

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** The copy made before, when there was something to copy. */
  readonly copy?: string;
}

export function schemaVersion(connection: Connection): number {
  return Number(connection.pragma("user_version", { simple: true }));
}

export function latestVersion(steps: readonly Migration[] = migrations): number {
  return steps.at(-1)?.version ?? 0;
}

/** Throws for a file of a newer Gatehouse or of another program; the file is not changed. */
export function refuseForeign(connection: Connection, file: string, latest = latestVersion()): void {
  const version = schemaVersion(connection);
  if (version > latest) {
    throw new LedgerUnavailable(
      "newer_version",
      `${file} was written by a newer Gatehouse (version ${version} of the ledger; this one knows ${latest}). ` +
        `Start the newer Gatehouse, or choose another data directory.${wayBack(file, latest)}`,
    );
  }
  const owner = Number(connection.pragma("application_id", { simple: true }));
  const tables =
    queryValues(connection.prepare<[]>("SELECT count(*) FROM sqlite_schema"), "sqlite_schema.count", integer).get() ??
    0;
  if (tables > 0 && owner !== applicationId) {
    throw new LedgerUnavailable(
      "newer_version",
      `${file} is a database of another program. Move it away, or choose another data directory.`,
    );
  }
}

export function migrate(
  connection: Connection,
  directory: string,
  steps: readonly Migration[] = migrations,
): MigrationReport {
  const file = join(directory, ledgerFile);
  const from = schemaVersion(connection);
  const to = latestVersion(steps);
  refuseForeign(connection, file, to);
  if (from === to) return { from, to };
  const copy = from === 0 ? undefined : keepCopy(connection, directory, from);
  connection
    .transaction(() => {
      for (const step of steps) if (step.version > from) connection.exec(step.sql);
      connection.pragma(`application_id = ${applicationId}`);
      connection.pragma(`user_version = ${to}`);
    })
    .immediate();
  return { from, to, ...(copy === undefined ? {} : { copy }) };
}

const copyPattern = /^ledger\.before-migration-from-(\d+)\.sqlite$/;

/** How to go back to a copy that this version can open. */
function wayBack(file: string, latest: number): string {
  const directory = dirname(file);
  const copy = readdirSync(directory).find((name) => Number(copyPattern.exec(name)?.[1] ?? Infinity) <= latest);
  if (copy === undefined) return "";
  return (
    ` Or go back to the ledger before the update, without what was recorded since: move ${ledgerFile} and the files whose names ` +
    `begin with it away, and rename ${copy} to ${ledgerFile}.`
  );
}

function keepCopy(connection: Connection, directory: string, version: number): string {
  const copy = join(directory, `ledger.before-migration-from-${version}.sqlite`);
  removeCopies(directory);
  connection.prepare<[string]>("VACUUM INTO ?").run(copy);
  chmodSync(copy, 0o600);
  return copy;
}

/** One way back is enough: each copy is as large as the ledger. */
function removeCopies(directory: string): void {
  for (const name of readdirSync(directory)) if (copyPattern.test(name)) removeDatabase(join(directory, name));
}
