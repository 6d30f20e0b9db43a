// Markdown file: tables written between two marks of a document, so that the words around them stay.
import { readFile, writeFile } from "node:fs/promises";

const begin = "<!-- eval -->";
const end = "<!-- /eval -->";

export async function writeMarkdown(path: string, tables: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  await writeFile(path, between(text, tables) ?? tables);
}

/** Undefined when the document has no such marks. */
export function between(text: string, tables: string): string | undefined {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) return undefined;
  return `${text.slice(0, from + begin.length)}\n\n${tables}\n${text.slice(to)}`;
}
