// The doctor repairs what it may, says what it did, and otherwise names the command.
import { describe, expect, test } from "vitest";
import type { Check } from "../../scripts/gates/checks.ts";
import { advice, examine, healthy, lineOf, packagesToInstall, repair } from "../../scripts/doctor.ts";
import { fail, ok } from "../../src/shared/lib/result.ts";

const fine: Check = { name: "Node", required: true, look: () => ({ present: true, detail: "24.0.0" }) };
const optional: Check = {
  name: "bubblewrap",
  required: false,
  look: () => ({ present: false, detail: "not installed", packages: ["bubblewrap"] }),
};

/** A machine on which installing makes things appear. */
function bareMachine(): {
  check: Check;
  installed: string[];
  install: (names: readonly string[]) => Promise<ReturnType<typeof ok<void>>>;
} {
  const installed: string[] = [];
  const check: Check = {
    name: "fonts",
    required: true,
    look: () =>
      installed.includes("fonts-liberation")
        ? { present: true, detail: "at least one" }
        : { present: false, detail: "none installed", packages: ["fonts-liberation"] },
  };
  const install = async (names: readonly string[]): Promise<ReturnType<typeof ok<void>>> => {
    installed.push(...names);
    return ok(undefined);
  };
  return { check, installed, install };
}

describe("root on a system with apt", () => {
  test("gets what is required installed, and nothing that is optional", async () => {
    const { check, installed, install } = bareMachine();
    const said: string[] = [];
    const after = await repair(examine([fine, check, optional]), {
      allowed: true,
      install,
      say: (line) => said.push(line),
    });
    expect(installed).toEqual(["fonts-liberation"]);
    expect(said).toEqual(["Installing fonts-liberation with apt-get."]);
    expect(after.map(lineOf)).toEqual([
      "ok       Node: 24.0.0",
      "fixed    fonts: at least one",
      "missing  bubblewrap (optional): not installed",
    ]);
    expect(healthy(after)).toBe(true);
    expect(advice(after)).toEqual([]);
  });

  test("hears why an installation failed", async () => {
    const { check } = bareMachine();
    const said: string[] = [];
    const after = await repair(examine([check]), {
      allowed: true,
      install: async () => fail("no network"),
      say: (line) => said.push(line),
    });
    expect(said).toContain("no network");
    expect(healthy(after)).toBe(false);
  });

  test("nothing is installed when nothing is missing", async () => {
    const { installed, install } = bareMachine();
    await repair(examine([fine]), { allowed: true, install, say: () => {} });
    expect(installed).toEqual([]);
  });
});

describe("someone who may not install", () => {
  test("gets the one command, with each package once", async () => {
    const { check, installed, install } = bareMachine();
    const after = await repair(examine([check, check, optional]), { allowed: false, install, say: () => {} });
    expect(installed).toEqual([]);
    expect(healthy(after)).toBe(false);
    expect(packagesToInstall(after)).toEqual(["fonts-liberation"]);
    expect(advice(after)).toEqual([expect.stringMatching(/ fonts-liberation$/)]);
  });

  test("gets the remedy of what no package helps with", () => {
    const old: Check = {
      name: "Node",
      required: true,
      look: () => ({ present: false, detail: "18", remedy: "Run `npm ci`." }),
    };
    expect(advice(examine([old]))).toEqual(["Run `npm ci`."]);
  });
});
