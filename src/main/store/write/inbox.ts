// The writer's inbox: appends that wait there become one transaction with one flush.
import type { WriterCommand } from "./messages.ts";
import type { FlatEntry } from "../record.ts";

export type Append = Extract<WriterCommand, { type: "append" }>;

/** A larger transaction gains nothing more, and the first append in it would wait too long. */
const mostTogether = 2048;

export interface Inbox {
  readonly next: () => WriterCommand | undefined;
  /** Adds the appends that wait right behind this one. */
  readonly together: (append: Append) => Append;
}

/** `receive` takes the next command that has already arrived. */
export function createInbox(receive: () => WriterCommand | undefined): Inbox {
  let held: WriterCommand | undefined;

  function next(): WriterCommand | undefined {
    const first = held;
    held = undefined;
    return first ?? receive();
  }

  return {
    next,
    together(append) {
      const entries: FlatEntry[] = [...append.entries];
      let now = append.now;
      for (let more = next(); more !== undefined; more = next()) {
        if (more.type !== "append" || entries.length + more.entries.length > mostTogether) {
          held = more;
          break;
        }
        entries.push(...more.entries);
        now = more.now;
      }
      return { type: "append", entries, now };
    },
  };
}
