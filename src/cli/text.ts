// Text for people: aligned columns, ages in words, and nothing an agent wrote that could fool a terminal.
import { stripVTControlCharacters } from "node:util";
import { day, hour, minute, second } from "../shared/lib/clock.ts";

// Control and private characters, every blank but the plain one, and whatever Unicode says may be drawn as nothing.
const invisible = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Shows what could hide or move text as an escape such as \u{202e}. Everything else stays as it is. */
export function visible(text: string): string {
  return text.replace(invisible, (character) => {
    if (character === "\t") return "\\t";
    if (character === "\r") return "\\r";
    return character === "\n" ? "\\n" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** The same for text of several lines: each stays a line. */
export function visibleLines(text: string): readonly string[] {
  return text.split("\n").map(visible);
}

export function indent(lines: readonly string[], by = "    "): string {
  return lines.map((line) => `${by}${line}`).join("\n");
}

/** Columns as wide as their widest cell; the last one is not filled up. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  const filled = (cell: string, column: number): string => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell));
  return rows
    .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : filled(cell, column))))
    .map((row) => row.join("  ").trimEnd())
    .join("\n");
}

/** Colours take no room. */
function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

export function duration(milliseconds: number): string {
  const rounded = Math.max(0, milliseconds);
  if (rounded < minute) return `${Math.round(rounded / second)} s`;
  if (rounded < hour) return `${Math.floor(rounded / minute)} min`;
  if (rounded < 2 * day) return `${Math.floor(rounded / hour)} h`;
  return `${Math.floor(rounded / day)} days`;
}

export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
