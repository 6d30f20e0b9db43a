// The dialog that overrides a denial: what it shows, and when its button works.
import { expect, test } from "vitest";
import { argumentTexts, mayOverride, showable } from "../../../src/renderer/components/denial/override.ts";

test("every argument is shown, none shortened", () => {
  const texts = argumentTexts({ tool: "Bash", arguments: { command: "make", env: { A: "1" }, background: true } });
  expect(texts).toEqual([
    { name: "command", text: "make" },
    { name: "env", text: '{\n  "A": "1"\n}' },
    { name: "background", text: "true" },
  ]);
  expect(argumentTexts({ tool: "reset", arguments: {} })).toEqual([{ name: "tool", text: "reset without arguments" }]);
});

test("what is too long to be shown cannot be allowed", () => {
  expect(showable({ tool: "Bash", arguments: { command: "x".repeat(19_000) } })).toBe(true);
  expect(showable({ tool: "Bash", arguments: { command: "ls", stdin: "x".repeat(20_000) } })).toBe(false);
});

test("a reason is needed, and for a critical action the typed words too", () => {
  expect(mayOverride({ level: "HIGH", reason: " ", typed: "" })).toBe(false);
  expect(mayOverride({ level: "HIGH", reason: "A test stack", typed: "" })).toBe(true);
  expect(mayOverride({ level: "CRITICAL", reason: "A test stack", typed: "yes" })).toBe(false);
  expect(mayOverride({ level: "CRITICAL", reason: "", typed: "allow once" })).toBe(false);
  expect(mayOverride({ level: "CRITICAL", reason: "A test stack", typed: "Allow once " })).toBe(true);
});
