// Markdown file: tables written between two marks of a document, so that the words around them stay.
import { readFile, writeFile } from "node:fs/promises";

/** Each alone on its line: a document may also speak about them. */
const begin = "\n<!-- eval -->\n";
const end = "\n<!-- /eval -->\n";

export async function writeMarkdown(path: string, tables: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  await writeFile(path, between(text, tables) ?? tables);
}

/** Undefined when the document has no such marks. */
export function between(text: string, tables: string): string | undefined {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from + begin.length - 1);
  if (from === -1 || to === -1) return undefined;
  return `${text.slice(0, from + begin.length)}\n${tables}${text.slice(to)}`;
}
