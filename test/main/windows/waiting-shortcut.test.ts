// The key that works from anywhere: taken only while it is wanted, and honest when another program has it.
import { expect, test } from "vitest";
import { createWaitingShortcut } from "../../../src/main/windows/waiting-shortcut.ts";

function registry(answer: () => boolean) {
  const held = new Set<string>();
  return {
    held,
    register: (keys: string | readonly string[]) => {
      if (!answer()) return false;
      held.add(String(keys));
      return true;
    },
    unregister: (keys: string | readonly string[]) => void held.delete(String(keys)),
  };
}

test("it is taken while something waits and given back afterwards", () => {
  const keys = registry(() => true);
  const shortcut = createWaitingShortcut(keys, () => undefined);
  shortcut.update("Alt+G", false);
  expect(keys.held.size).toBe(0);
  shortcut.update("Alt+G", true);
  shortcut.update("Alt+G", true);
  expect([...keys.held]).toEqual(["Alt+G"]);
  shortcut.update("Alt+H", true);
  expect([...keys.held]).toEqual(["Alt+H"]);
  shortcut.update("Alt+H", false);
  expect(keys.held.size).toBe(0);
  expect(shortcut.state()).toBeUndefined();
});

test("empty keys are none", () => {
  const keys = registry(() => true);
  const shortcut = createWaitingShortcut(keys, () => undefined);
  shortcut.update("", true);
  expect(shortcut.state()).toBeUndefined();
});

test("a key of another program, or one that does not exist, is reported as taken", () => {
  const taken = createWaitingShortcut(
    registry(() => false),
    () => undefined,
  );
  taken.update("Alt+G", true);
  expect(taken.state()).toEqual({ keys: "Alt+G", taken: true });
  const wrong = createWaitingShortcut(
    registry(() => {
      throw new TypeError("conversion failure");
    }),
    () => undefined,
  );
  wrong.update("Nonsense", true);
  expect(wrong.state()).toEqual({ keys: "Nonsense", taken: true });
});
