// The writer's inbox: appends that wait there become one transaction with one flush.
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { ToWriter } from "./messages.ts";
import type { FlatEntry } from "./record.ts";

export type Append = Extract<ToWriter, { type: "append" }>;

/** Beyond this a transaction gains nothing more, and who came first waits too long. */
const mostTogether = 2048;

export interface Inbox {
  readonly next: () => ToWriter | undefined;
  /** Adds the appends that wait right behind this one. */
  readonly together: (append: Append) => Append;
}

export function createInbox(port: MessagePort): Inbox {
  let held: ToWriter | undefined;

  function next(): ToWriter | undefined {
    const first = held;
    held = undefined;
    if (first !== undefined) return first;
    const received: { message: ToWriter } | undefined = receiveMessageOnPort(port);
    return received?.message;
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
