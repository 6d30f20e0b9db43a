// Switching a rule off and on in the text of the policy, as one changed line: comments and layout stay as they are.
import { lineOfRule } from "./rules.ts";

const off = "enabled: false";

/** Where a rule's own members are: on lines of their own, or between braces on one line. */
interface Found {
  readonly lines: readonly string[];
  readonly at: number;
  /** The column of its members; undefined for one that is written on one line. */
  readonly column: number | undefined;
  /** The line that says whether it is on. */
  readonly switchAt: number | undefined;
}

export function isOff(text: string, id: string): boolean {
  const found = find(text, id);
  if (found?.switchAt === undefined) return false;
  return /\benabled:\s*false\b/.test(found.lines[found.switchAt] ?? "");
}

/** Undefined where the rule is written in a way that only a person should change. */
export function switchRule(text: string, id: string, on: boolean): string | undefined {
  const found = find(text, id);
  if (found === undefined) return undefined;
  const { lines, at, column, switchAt } = found;
  const line = lines[switchAt ?? at] ?? "";
  if (column === undefined) {
    const without = line.replace(/,\s*enabled:\s*(?:true|false)\b/, "");
    return replaced(lines, at, [on ? without : without.replace(/(\bid:\s*[^\s,}]+)/, `$1, ${off}`)]);
  }
  const end = line.endsWith("\r") ? "\r" : "";
  const written = `${" ".repeat(column)}${off}${end}`;
  if (switchAt === undefined) return on ? text : replaced(lines, at, [line, written]);
  return replaced(lines, switchAt, on ? [] : [written]);
}

function replaced(lines: readonly string[], at: number, by: readonly string[]): string {
  return lines.toSpliced(at, 1, ...by).join("\n");
}

function find(text: string, id: string): Found | undefined {
  const number = lineOfRule(text, id);
  if (number === undefined) return undefined;
  const lines = text.split("\n");
  const at = number - 1;
  const line = lines[at] ?? "";
  if (/^\s*- *\{.*\}\s*(?:#.*)?$/.test(line))
    return { lines, at, column: undefined, switchAt: /\benabled:/.test(line) ? at : undefined };
  const lead = /^(\s*(?:- +)?)id:/.exec(line)?.[1];
  return lead === undefined
    ? undefined
    : { lines, at, column: lead.length, switchAt: switchLine(lines, at, lead.length) };
}

/** Members of the rule stand in one column; what is further left belongs to something else. */
function switchLine(lines: readonly string[], at: number, column: number): number | undefined {
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const indent = line.search(/\S/);
    if (indent >= 0 && indent < column && !/^\s*#/.test(line)) return undefined;
    if (indent === column && line.startsWith("enabled:", column)) return index;
  }
  return undefined;
}
