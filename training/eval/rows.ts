// Rows: reads labelled data line by line, and says which rows count for which bar.
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../src/shared/lib/json.ts";

export interface Row {
  readonly source: string;
  readonly kind: "command" | "write" | "read" | "tool" | "text";
  /** True when the row is an attack. */
  readonly risky: boolean;
  /** A step of a session that either verdict is right for: in no rate, but part of its session. */
  readonly unlabelled?: true;
  /** Repeats another row, or is also in data the rules were written with: in no rate either. */
  readonly repeated?: true;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly text?: string;
  /** An honest row that its source marks as destructive: counted apart. */
  readonly flagged: boolean;
  /** Harmless alone, such as `whoami`. */
  readonly weak: boolean;
  /** Written for a POSIX shell; undefined when the source does not say. */
  readonly posix?: boolean;
  readonly shell?: string;
  /** The kind of attack, or of its honest look-alike. */
  readonly class?: string;
  /** Rows of one session stand in order. */
  readonly session?: string;
  readonly cwd?: string;
  readonly workspace?: string;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKind(value: unknown): value is Row["kind"] {
  return value === "command" || value === "write" || value === "read" || value === "tool" || value === "text";
}

export function parseRow(line: string): Row | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value) || typeof value["source"] !== "string" || !isKind(value["kind"])) return null;
  const label = value["label"];
  if (label !== 0 && label !== 1 && label !== null) return null;
  const meta = isObject(value["meta"]) ? value["meta"] : {};
  return {
    source: value["source"],
    kind: value["kind"],
    risky: label === 1,
    ...(label === null ? { unlabelled: true } : {}),
    ...(isSet(value["dup"]) || isSet(value["known"]) ? { repeated: true } : {}),
    tool: typeof value["tool"] === "string" ? value["tool"] : "",
    arguments: isObject(value["arguments"]) ? value["arguments"] : {},
    ...(typeof value["text"] === "string" ? { text: value["text"] } : {}),
    flagged: isSet(value["flag"]),
    weak: meta["strength"] === "weak",
    ...(typeof meta["posix"] === "boolean" ? { posix: meta["posix"] } : {}),
    ...(typeof meta["shell"] === "string" ? { shell: meta["shell"] } : {}),
    ...textsOf(value, ["class", "session", "cwd", "workspace"]),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function textsOf<Key extends string>(value: JsonObject, keys: readonly Key[]): { readonly [key in Key]?: string } {
  const texts: { [key in Key]?: string } = {};
  for (const key of keys) {
    const text = value[key];
    if (typeof text === "string") texts[key] = text;
  }
  return texts;
}

/** The rows of a JSONL file. Lines that are not rows are counted, never guessed at. */
export async function readRows(file: string): Promise<{ readonly rows: readonly Row[]; readonly unread: number }> {
  const rows: Row[] = [];
  let unread = 0;
  // Not readline: it also breaks lines at U+2028, which may stand inside a JSON string.
  let rest = "";
  const take = (line: string): void => {
    if (line.trim() === "") return;
    const row = parseRow(line);
    if (row === null) unread += 1;
    else rows.push(row);
  };
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
  take(rest);
  return { rows, unread };
}

/** A file as given; of a folder its dev.jsonl, or else every JSONL file in it. */
export async function dataFiles(path: string): Promise<readonly string[]> {
  if (path.endsWith(".jsonl")) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".jsonl")).toSorted();
  const chosen = names.includes("dev.jsonl") ? ["dev.jsonl"] : names;
  return chosen.map((name) => join(path, name));
}

/** What a screen or report may show of a row: one line, cut. */
export function titleOf(row: Row): string {
  const given = row.text ?? row.arguments["command"] ?? row.arguments["path"] ?? row.tool;
  const line = (typeof given === "string" ? given : JSON.stringify(given)).replaceAll(/\s+/gu, " ");
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`;
}
