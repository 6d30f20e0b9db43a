// Words as a shell handed them over, put together again as the line they came from.

/** One word is a whole line in quotes already. */
export function shellWords(words: readonly string[]): string {
  const [first = ""] = words;
  if (words.length === 1) return first;
  return words.map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
