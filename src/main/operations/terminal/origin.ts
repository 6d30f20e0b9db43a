// Records where an operation came from: entries of the ledger that name an operator get program, process and terminal.
import { AsyncLocalStorage } from "node:async_hooks";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import { type TerminalOrigin, originWords } from "../../../shared/contract/terminal.ts";
import type { Ledger } from "../../engine/ports.ts";

export interface Acting {
  /** As entries name it, such as "cli:anna". */
  readonly actor: string;
  readonly origin: TerminalOrigin;
  /** Who confirmed it in the window, where somebody had to. */
  readonly confirmedBy?: string;
}

const acting = new AsyncLocalStorage<Acting>();

/** Everything that is recorded under this actor while it runs came from there. */
export function actingFrom<Value>(who: Acting, run: () => Promise<Value>): Promise<Value> {
  return acting.run(who, run);
}

export function recordingOrigin<Store extends Ledger>(ledger: Store): Store {
  return {
    ...ledger,
    append: (entries: readonly NewEntry[]) => {
      const who = acting.getStore();
      return ledger.append(who === undefined ? entries : entries.map((entry) => withOrigin(entry, who)));
    },
  };
}

/** What policy or engine do as a consequence is recorded under their own names, and stays as it is. */
function withOrigin(entry: NewEntry, { actor, origin, confirmedBy }: Acting): NewEntry {
  if (entry.body["actor"] !== actor && entry.body["issued_by"] !== actor) return entry;
  const { program, pid, tty } = origin;
  const confirmed = confirmedBy === undefined ? "" : `, confirmed by ${confirmedBy}`;
  const via = {
    program,
    pid,
    ...(tty === undefined ? {} : { tty }),
    ...(confirmedBy === undefined ? {} : { confirmed_by: confirmedBy }),
  };
  const by = `by ${actor}`;
  const summary = entry.summary.replace(by, () => `${by} (${originWords(origin)}${confirmed})`);
  return { ...entry, summary, body: { ...entry.body, via } };
}
