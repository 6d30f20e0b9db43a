// What the policy editor offers: names and values of the real schema, facts of the real types, ids of the file itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import { policyOffers } from "../../../src/renderer/editor/policy-completion.ts";
import { yamlPlaceAt } from "../../../src/renderer/editor/yaml-place.ts";

/** Offers where the bar stands. */
function labelsAt(text: string): readonly string[] {
  const position = text.indexOf("¦");
  return policyOffers(text.replace("¦", ""), position)?.offers.map(({ label }) => label) ?? [];
}

describe("the place in the file", () => {
  test.each([
    ["", [], "key", ""],
    ["mo", [], "key", "mo"],
    ["mode: ", ["mode"], "value", ""],
    ["defaults:\n  to", ["defaults"], "key", "to"],
    ["defaults:\n  tools:\n    read_file:\n      ", ["defaults", "tools", "read_file"], "key", ""],
    ["rules:\n  - id: a\n    effect: de", ["rules", "[]", "effect"], "value", "de"],
    ["rules:\n- id: a\n  eff", ["rules", "[]"], "key", "eff"],
    ["rules:\n  - ", ["rules", "[]"], "key", ""],
    ["rules:\n  - id: a\n    effects: [read, ne", ["rules", "[]", "effects", "[]"], "value", "ne"],
    ["rules:\n  - { id: a, eff", ["rules", "[]"], "key", "eff"],
    ["rules:\n  - { id: a, effect: d", ["rules", "[]", "effect"], "value", "d"],
    ["rules:\n  - id: a\n    # note\n\n    when: >-\n      facts.co", ["rules", "[]", "when"], "text", "facts.co"],
    ['defaults:\n  tools:\n    "*": { allowed: t', ["defaults", "tools", "*", "allowed"], "value", "t"],
  ] as const)("%j", (before, path, at, word) => {
    expect(yamlPlaceAt(before)).toEqual({ path, at, word });
  });
});

describe("the offers", () => {
  test("members of the document and of what is in it", () => {
    expect(labelsAt("¦")).toContain("sequences");
    expect(labelsAt("defaults:\n  ¦")).toEqual(["tools", "network", "resources"]);
    expect(labelsAt("defaults:\n  tools:\n    ¦")).toContain("execute_command");
    expect(labelsAt("defaults:\n  tools:\n    Bash:\n      constraints:\n        ¦")).toContain("blocked_patterns");
    expect(labelsAt("rules:\n  - id: x\n    ¦")).toContain("not_match");
  });

  test("values where there are only so many", () => {
    expect(labelsAt("signatures: ¦")).toEqual(["optional", "required"]);
    expect(labelsAt("rules:\n  - id: x\n    effect: ¦")).toEqual(["allow", "deny", "escalate", "condition"]);
    expect(labelsAt("rules:\n  - id: x\n    effects: [¦")).toContain("persistence");
    expect(labelsAt("rules:\n  - id: x\n    effects:\n      - ¦")).toContain("persistence");
    expect(labelsAt("defaults:\n  tools:\n    Bash: { allowed: ¦")).toEqual(["true", "false"]);
  });

  test("ids of the file for standing answers", () => {
    const text =
      "rules:\n  - id: one\n    effect: escalate\n  - { id: two, effect: deny }\n  - id: three\n    answers: [¦";
    expect(labelsAt(text)).toEqual(["one", "two", "three"]);
  });

  test("facts in conditions, by their type", () => {
    expect(labelsAt("rules:\n  - id: x\n    when: ¦")).toEqual(["facts", "agent", "session", "time"]);
    expect(labelsAt("rules:\n  - id: x\n    when: facts.¦")).toContain("given_tool");
    expect(labelsAt("rules:\n  - id: x\n    when: facts.commands.¦")).toContain("exists");
    expect(labelsAt("rules:\n  - id: x\n    when: facts.command.¦")).toContain("startsWith");
    expect(labelsAt("rules:\n  - id: x\n    when: facts.commands.exists(c, c.¦")).toEqual(
      expect.arrayContaining(["program", "arguments", "flag"]),
    );
    expect(labelsAt("rules:\n  - id: x\n    when: facts.commands.exists(c, c.redirects.exists(r, r.¦")).toEqual([
      "operator",
      "target",
    ]);
    expect(labelsAt('rules:\n  - id: x\n    when: facts.paths.exists(p, p.zone == "¦')).toContain("secrets");
    expect(
      labelsAt('rules:\n  - id: x\n    when: >-\n      facts.paths.exists(p,\n      p.access in ["read", "¦'),
    ).toContain("delete");
  });

  test("what is put in replaces what was typed", () => {
    const text = "rules:\n  - id: x\n    when: facts.comm";
    expect(policyOffers(text, text.length)?.from).toBe(text.length - "comm".length);
  });

  test("every member in the policy that ships stands where it would be offered", () => {
    const text = readFileSync(join(projectRoot, "resources/policies/balanced.yaml"), "utf8");
    const missed: string[] = [];
    for (const match of text.matchAll(/^( *(?:- )?)([a-z_]+):/gm)) {
      const start = match.index + (match[1] ?? "").length;
      const offers = policyOffers(text.slice(0, start), start)?.offers.map(({ label }) => label) ?? [];
      const name = match[2] ?? "";
      // Examples name the members of any tool's arguments.
      const example = yamlPlaceAt(text.slice(0, start)).path.some((part) => part === "match" || part === "not_match");
      if (!offers.includes(name) && !example) missed.push(`${name} at ${text.slice(0, start).split("\n").length}`);
    }
    expect(missed).toEqual([]);
  });
});
