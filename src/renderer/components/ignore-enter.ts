// Keeps Enter from pressing a button that allows something.

/** Enter is pressed too easily: it never allows anything. */
export function ignoreEnter(event: Pick<KeyboardEvent, "key" | "preventDefault">): void {
  if (event.key === "Enter") event.preventDefault();
}
