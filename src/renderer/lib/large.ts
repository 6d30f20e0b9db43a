// Which texts are too long to be drawn as a whole: a page of more elements than these takes long to lay out.

const drawnCharacters = 8_000;
const drawnLines = 250;

export function isLargeText(text: string): boolean {
  if (text.length > drawnCharacters) return true;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines > drawnLines;
}
