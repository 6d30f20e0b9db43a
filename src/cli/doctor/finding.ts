// What a check of the doctor found, and what to do about it.

export interface Finding {
  readonly name: string;
  /** "warning": it works, but not all of it; "failed": something that should work does not. */
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
  /** What to do, as a sentence or a command. */
  readonly remedy?: string;
}

export function fine(name: string, detail: string): Finding {
  return { name, state: "ok", detail };
}

export function warning(name: string, detail: string, remedy: string): Finding {
  return { name, state: "warning", detail, remedy };
}

export function failed(name: string, detail: string, remedy: string): Finding {
  return { name, state: "failed", detail, remedy };
}
