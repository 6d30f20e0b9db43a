// What an administrator prescribes never loosens a setting.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ManagedSettings, tightened } from "../../src/main/machine/managed-settings.ts";
import { defaultSettings, type Settings } from "../../src/shared/contract/settings.ts";

const orders = {
  highBand: ["allow", "escalate", "deny"],
  identity: ["relaxed", "strict"],
  pairing: ["open", "notify", "approve"],
  posture: ["wait", "deny"],
  engineDown: ["ask", "deny"],
  unsandboxedCommands: ["allow", "refuse"],
  terminalApprovals: ["on", "auto", "confirm", "off"],
} as const;

const names = fc.uniqueArray(fc.constantFrom("git", "cloud", "network", "packs"), { maxLength: 4 });
const choices = {
  highBand: fc.constantFrom(...orders.highBand),
  identity: fc.constantFrom(...orders.identity),
  pairing: fc.constantFrom(...orders.pairing),
  posture: fc.constantFrom(...orders.posture),
  engineDown: fc.constantFrom(...orders.engineDown),
  unsandboxedCommands: fc.constantFrom(...orders.unsandboxedCommands),
  terminalApprovals: fc.constantFrom(...orders.terminalApprovals),
  maximumHeld: fc.integer({ min: 1, max: 10_000 }),
  retentionDays: fc.integer({ min: 90, max: 3650 }),
  aosStrict: fc.boolean(),
  checkForUpdates: fc.constant(false as const),
  disabledPacks: names,
};
const own: fc.Arbitrary<Settings> = fc
  .record({ ...choices, checkForUpdates: fc.boolean() })
  .map((chosen) => ({ ...defaultSettings, ...chosen }));
const managed: fc.Arbitrary<ManagedSettings> = fc.record(choices, { requiredKeys: [] });

test("no setting becomes looser than the user's, nor looser than prescribed", () => {
  fc.assert(
    fc.property(own, managed, (user, prescribed) => {
      const result = tightened(user, prescribed);
      for (const [name, order] of Object.entries(orders)) {
        const rank = (settings: object): number =>
          (order as readonly unknown[]).indexOf(Object.getOwnPropertyDescriptor(settings, name)?.value);
        expect(rank(result)).toBeGreaterThanOrEqual(Math.max(rank(user), rank(prescribed)));
      }
      expect(result.maximumHeld).toBeLessThanOrEqual(Math.min(user.maximumHeld, prescribed.maximumHeld ?? Infinity));
      expect(result.retentionDays).toBeGreaterThanOrEqual(Math.max(user.retentionDays, prescribed.retentionDays ?? 0));
      expect(user.disabledPacks).toEqual(expect.arrayContaining(result.disabledPacks));
      expect(prescribed.disabledPacks ?? user.disabledPacks).toEqual(expect.arrayContaining(result.disabledPacks));
      expect(result.checkForUpdates).toBe(user.checkForUpdates && prescribed.checkForUpdates === undefined);
      expect(result.aosStrict).toBe(user.aosStrict || prescribed.aosStrict === true);
    }),
  );
});

test("what is prescribed twice changes nothing more", () => {
  fc.assert(
    fc.property(own, managed, (user, prescribed) => {
      const once = tightened(user, prescribed);
      expect(tightened(once, prescribed)).toEqual(once);
    }),
  );
});
