// Detached: a copy of a text that is not a view into a longer one. V8 keeps the whole text alive for a part of it.

/** Shorter parts are always copies. */
const shortestView = 13;

export function detached(text: string): string {
  return text.length < shortestView ? text : ` ${text}`.slice(1);
}
