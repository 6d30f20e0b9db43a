// Commands of uncontained agents: which are run contained, and that a shell reads the new line exactly as the old one.
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { containedCommand, withContainment } from "../../../src/main/engine/pipeline/contain.ts";
import type { Intent } from "../../../src/shared/domain/intent.ts";
import { commandIntent } from "../../support/engine/engine.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const launcher = "/data/bin/gatehouse";
const intent: Intent = { ...commandIntent("npm test"), intentId: "hook-1", contain: { launcher, argument: "command" } };
const inspected = { tool: "execute_command", uninspected: [] } as const;
const opaque = { tool: "execute_command", uninspected: [{ part: "x", why: "language" }] } as const;
const low = { level: "LOW" } as const;
const medium = { level: "MEDIUM" } as const;

const commandOf = (conditions: ReturnType<typeof withContainment>): unknown => {
  const [condition] = conditions;
  return typeof condition?.value === "object" && condition.value !== null && "command" in condition.value
    ? condition.value.command
    : undefined;
};

test("from medium risk on, or when it cannot be inspected; always or never where the setting says so", () => {
  const wrapped = `${launcher} run --intent hook-1 -- bash -c 'npm test'`;
  expect(commandOf(withContainment([], intent, inspected, medium, "medium"))).toBe(wrapped);
  expect(commandOf(withContainment([], intent, opaque, low, "medium"))).toBe(wrapped);
  expect(commandOf(withContainment([], intent, inspected, low, "always"))).toBe(wrapped);
  expect(withContainment([], intent, inspected, low, "medium")).toEqual([]);
  expect(withContainment([], intent, opaque, medium, "off")).toEqual([]);
});

test("never where the agent would run the original, for other tools, or twice", () => {
  const { contain: _none, ...uncontained } = intent;
  expect(withContainment([], uncontained, opaque, medium, "always")).toEqual([]);
  expect(withContainment([], intent, { ...opaque, tool: "write_file" }, medium, "always")).toEqual([]);
  const again = { ...intent, arguments: { command: containedCommand("npm test", launcher, "hook-1") } };
  expect(withContainment([], again, opaque, medium, "always")).toEqual([]);
});

test("what a policy changed is what runs contained", () => {
  const changed = { kind: "arguments", text: "", value: { command: "npm test --silent" } } as const;
  const [, last] = withContainment([changed], intent, opaque, low, "medium");
  expect(commandOf(last === undefined ? [] : [last])).toContain("'npm test --silent'");
});

test("whatever the command is, a shell hands it over unchanged", () => {
  const folder = temporaryDirectory();
  const echo = join(folder, "it's a launcher");
  writeFileSync(echo, '#!/bin/sh\nprintf "%s\\0" "$@"\n');
  chmodSync(echo, 0o755);
  const texts = fc.string({ unit: fc.constantFrom(..."'\"\\$`!&;|<>(){}*?~# \n\tabé".split("")), maxLength: 30 });
  fc.assert(
    fc.property(texts, (command) => {
      for (const shell of ["sh", "bash"]) {
        const words = execFileSync(shell, ["-c", containedCommand(command, echo, "hook-1")], { encoding: "utf8" });
        expect(words.split("\0").slice(0, -1)).toEqual(["run", "--intent", "hook-1", "--", "bash", "-c", command]);
      }
    }),
    { numRuns: 40 },
  );
});
