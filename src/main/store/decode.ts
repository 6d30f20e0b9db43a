// Rows of the database as typed values: every column is checked, and a row that does not fit is named by table, key and column.
import type { Statement } from "better-sqlite3";
import { LedgerUnavailable } from "./faults.ts";

/** What a column may hold. */
export interface Column<Value> {
  /** For messages: "text", "a whole number". */
  readonly expected: string;
  readonly accepts: (value: unknown) => value is Value;
}

export const integer: Column<number> = {
  expected: "a whole number",
  accepts: (value): value is number => Number.isSafeInteger(value),
};

export const real: Column<number> = {
  expected: "a number",
  accepts: (value): value is number => typeof value === "number",
};

export const text: Column<string> = {
  expected: "text",
  accepts: (value): value is string => typeof value === "string",
};

export const bytes: Column<Buffer> = {
  expected: "bytes",
  accepts: (value): value is Buffer => Buffer.isBuffer(value),
};

/** For members of a body, which are checked where they are used. */
export const anything: Column<unknown> = {
  expected: "a value",
  accepts: (value): value is unknown => value !== undefined,
};

export function nullable<Value>({ expected, accepts }: Column<Value>): Column<Value | null> {
  return { expected, accepts: (value): value is Value | null => value === null || accepts(value) };
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<Shape extends Columns> = {
  readonly [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Value : never;
};

/** A prepared SELECT whose rows were checked. */
export interface Query<Bind extends unknown[], Row> {
  readonly get: (...bind: Bind) => Row | undefined;
  readonly all: (...bind: Bind) => readonly Row[];
  readonly iterate: (...bind: Bind) => Iterable<Row>;
}

const advice =
  'Keep a copy of the data directory, run "gatehouse ledger verify" to see what else was altered, and put back a sound copy of the file.';

/** A row that Gatehouse did not write like this. It is never used as if it were sound. */
export class DamagedRow extends LedgerUnavailable {
  override readonly name = "DamagedRow";
  readonly table: string;
  readonly column: string;

  constructor(table: string, row: string, column: string, problem: string) {
    super("corrupt", `${row} of the table ${table} is damaged: ${column} ${problem}. ${advice}`);
    this.table = table;
    this.column = column;
  }
}

/** Rows with several columns. The first column is the one that names a row in messages. */
export function queryRows<Bind extends unknown[], Shape extends Columns>(
  statement: Statement<Bind>,
  table: string,
  shape: Shape,
): Query<Bind, RowOf<Shape>> {
  const columns = Object.entries(shape);
  const names = Object.keys(shape);
  const checks = Object.values(shape).map(({ accepts }) => accepts);
  // By index, because this runs for every column of every row.
  const fits = (row: unknown): row is RowOf<Shape> => {
    if (!isRow(row)) return false;
    for (let index = 0; index < names.length; index += 1)
      if (checks[index]?.(row[names[index] ?? ""]) !== true) return false;
    return true;
  };
  return checked(statement, fits, (row) => damageOf(table, columns, isRow(row) ? row : {}));
}

/** The single column of each row; `name` is "table.column". */
export function queryValues<Bind extends unknown[], Value>(
  statement: Statement<Bind>,
  name: `${string}.${string}`,
  column: Column<Value>,
): Query<Bind, Value> {
  const [table = "", member = ""] = name.split(".");
  return checked(
    statement.pluck(),
    column.accepts,
    () => new DamagedRow(table, "A row", member, `is not ${column.expected}`),
  );
}

/** Each row as an array in the order of the columns: the quickest way to read many columns. */
export function queryTuples<Bind extends unknown[], Row extends readonly unknown[]>(
  statement: Statement<Bind>,
  table: string,
  fits: (row: unknown) => row is Row,
  damaged: (row: unknown) => DamagedRow = (row) =>
    new DamagedRow(table, rowName(row), "a column", "has the wrong type"),
): Query<Bind, Row> {
  return checked(statement.raw(), fits, damaged);
}

function checked<Bind extends unknown[], Row>(
  statement: Statement<Bind>,
  fits: (row: unknown) => row is Row,
  damaged: (row: unknown) => DamagedRow,
): Query<Bind, Row> {
  const check = (row: unknown): Row => {
    if (fits(row)) return row;
    throw damaged(row);
  };
  return {
    get(...bind) {
      const row = statement.get(...bind);
      return row === undefined ? undefined : check(row);
    },
    all: (...bind) => {
      const rows: readonly unknown[] = statement.all(...bind);
      return allFit(rows, fits) ? rows : rows.map(check);
    },
    *iterate(...bind) {
      for (const row of statement.iterate(...bind)) yield check(row);
    },
  };
}

function allFit<Row>(rows: readonly unknown[], fits: (row: unknown) => row is Row): rows is readonly Row[] {
  for (const row of rows) if (!fits(row)) return false;
  return true;
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function damageOf(
  table: string,
  columns: readonly (readonly [string, Column<unknown>])[],
  row: Readonly<Record<string, unknown>>,
): DamagedRow {
  const [key = ""] = columns[0] ?? [];
  const [name, column] = columns.find(([each, { accepts }]) => !accepts(row[each])) ?? ["a column", text];
  return new DamagedRow(table, rowName([row[key]]), name, `is not ${column.expected}`);
}

export function rowName(row: unknown): string {
  const key: unknown = Array.isArray(row) ? row[0] : undefined;
  return typeof key === "number" || typeof key === "string" ? `Row ${key}` : "A row";
}
