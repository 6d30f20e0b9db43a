// Settings, as people read and change them: validated, recorded, then in force.
import type { Operations } from "../../shared/contract/contract.ts";
import { settingNames } from "../../shared/contract/settings.ts";
import { ok } from "../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

export function settingsOperations(ports: OperationPorts): Pick<Operations, "getSettings" | "saveSettings"> {
  const { settings, clock, ledger, events } = ports;
  return {
    getSettings: async () => ok(settings.current()),
    saveSettings: async (changes, actor) => {
      const names = settingNames(changes);
      const before = settings.current();
      const summary = `${names.join(", ")} changed by ${actor}`;
      const changed = Object.fromEntries(
        names.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]] as const])),
      );
      const old = Object.fromEntries(names.map((name) => [name, before[name]]));
      try {
        await ledger.append([
          { kind: "setting", at: clock.now(), summary, body: { actor, before: old, after: changed } },
        ]);
      } catch {
        return refuse("unavailable", "The ledger cannot record the change, so it was not made.");
      }
      const saved = settings.save(changes);
      if (saved.ok) {
        events.publish({ type: "settings_changed", at: clock.now(), names });
        if (changes.engineDown !== undefined) ports.connectors.settingsChanged();
        return saved;
      }
      const undone = `${names.join(", ")} could not be changed: the settings are as before`;
      const entry = { kind: "setting", at: clock.now(), summary: undone, body: { actor, undone: true } } as const;
      // Health is reported elsewhere; here the settings are what the person asked about.
      await ledger.append([entry]).catch(() => undefined);
      return refuse("invalid_input", saved.error);
    },
  };
}
