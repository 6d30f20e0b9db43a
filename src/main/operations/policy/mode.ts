// Observe mode, as people switch it: recorded with who and when, and never part of the policy.
import type { Operations } from "../../../shared/contract/contract.ts";
import { ok } from "../../../shared/lib/result.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import { type OperationPorts, refuse } from "../ports.ts";

export function modeOperations(ports: OperationPorts): Pick<Operations, "setMode"> {
  const { settings, clock, ledger, events } = ports;

  async function record(after: Settings["observe"], before: Settings["observe"], actor: string): Promise<boolean> {
    const summary = `Observe mode switched ${after === null ? "off" : "on"} by ${actor}`;
    const body = { actor, before: { observe: before }, after: { observe: after } };
    return ledger.append([{ kind: "setting", at: clock.now(), summary, body }]).then(
      () => true,
      () => false,
    );
  }

  function tell(observe: Settings["observe"]): void {
    const mode = observe === null ? "enforce" : "observe";
    events.publish({
      type: "mode_changed",
      at: clock.now(),
      mode,
      ...(observe === null ? {} : { observing: observe }),
    });
  }

  async function observeNow(actor: string) {
    const observe = { by: actor, since: clock.now() };
    // It lets more pass, so it is recorded first.
    if (!(await record(observe, null, actor)))
      return refuse("unavailable", "The ledger cannot record the change, so observe mode was not switched on.");
    const saved = settings.save({ observe });
    if (!saved.ok) {
      await record(null, observe, "engine");
      return refuse("unavailable", saved.error);
    }
    tell(observe);
    return ok({ mode: "observe" } as const);
  }

  async function enforceNow(before: Settings["observe"], actor: string) {
    // It takes power away, so neither disk nor ledger can keep anybody from it.
    const saved = settings.impose({ observe: null });
    tell(null);
    if (!(await record(null, before, actor)))
      return refuse("unavailable", "Rules are enforced again, but the ledger could not record the change.");
    return saved.ok ? ok({ mode: "enforce" } as const) : refuse("unavailable", saved.error);
  }

  return {
    setMode: async ({ mode }, actor) => {
      const { observe } = settings.current();
      if ((observe === null) === (mode === "enforce")) return ok({ mode });
      return mode === "observe" ? observeNow(actor) : enforceNow(observe, actor);
    },
  };
}
