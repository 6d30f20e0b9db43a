// XML: elements by name. No entity of a document's own is ever expanded, and nothing but the named elements is read.

export function elements(text: string, name: string): readonly string[] {
  const found = text.matchAll(
    new RegExp(`<${name}\\b[^>]{0,500}>([^<]{0,4000}|<!\\[CDATA\\[[^]{0,4000}?\\]\\]>)</${name}>`, "giu"),
  );
  return [...found]
    .slice(0, 200)
    .map((match) => decoded((match[1] ?? "").replace(/^<!\[CDATA\[([^]*)\]\]>$/u, "$1").trim()));
}

const named: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  "#10": "\n",
  "#xA": "\n",
};

/** The text with the entities that every document has. */
export function decoded(text: string): string {
  return text.replaceAll(/&(#?\w{1,8});/gu, (whole, name: string) =>
    Object.hasOwn(named, name) ? (named[name] ?? whole) : whole,
  );
}
