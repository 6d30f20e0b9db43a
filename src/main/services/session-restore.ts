// What sessions did before the start. Agents wait for it, so its time is bounded; what cannot be read counts as done.
import { second } from "../../shared/lib/clock.ts";
import type { Clock } from "../engine/ports.ts";
import type { PastSessions } from "../engine/sessions/session-book.ts";
import type { PastActions } from "./past-actions/index.ts";

/** Many times what it takes: a machine that starts is busy, and the unknown makes agents wait for humans all day. */
const longestWait = 20 * second;

export async function sessionsBefore(
  { clock, pastActions }: { readonly clock: Clock; readonly pastActions: Pick<PastActions, "sessions"> },
  fault: (error: unknown) => void,
): Promise<PastSessions> {
  const now = clock.now();
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(longestWait, () => late.reject(new Error("Reading what sessions did took too long.")));
  try {
    const past = await Promise.race([pastActions.sessions(now), late.promise]);
    if (past.unknownBefore === now) fault(new Error("A part of the ledger cannot be read."));
    return past;
  } catch (error) {
    fault(error);
    return { agents: new Map(), unknownBefore: now };
  } finally {
    cancel();
  }
}
