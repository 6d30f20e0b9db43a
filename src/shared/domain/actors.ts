// Who acted, as directives and entries name it.

/** A person at the window or the command line; anything else is the engine, a rule or a time-out. */
export function isPerson(actor: unknown): boolean {
  return typeof actor === "string" && (actor === "console" || actor.startsWith("cli:"));
}
