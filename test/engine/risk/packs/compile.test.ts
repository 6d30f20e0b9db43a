// Packs from text to rules: what they find, and what is wrong with one, by line and column.
import { describe, expect, test } from "vitest";
import { createRiskRules } from "../../../../src/main/engine/risk/assess.ts";
import { type CompiledPack, compilePack } from "../../../../src/main/engine/risk/packs/compile.ts";
import { describeProblem } from "../../../../src/shared/domain/policy.ts";
import { ownPack } from "../../../support/engine/packs.ts";
import { packTools } from "../../../support/engine/risk.ts";
import { factsOf } from "../support.ts";

function compile(text: string, taken: readonly string[] = []) {
  return compilePack({ text, name: "pack.yaml" }, packTools, { examples: true, taken: new Set(taken) });
}

function packOf(text: string): CompiledPack {
  const compiled = compile(text);
  if (!compiled.ok) throw new Error(compiled.error.map(describeProblem).join("\n"));
  return compiled.value;
}

function problems(text: string, taken: readonly string[] = []): readonly string[] {
  const compiled = compile(text, taken);
  return compiled.ok ? [] : compiled.error.map(describeProblem);
}

test("a finding has everything that one of a rule in code has", () => {
  const { assess } = createRiskRules(packOf(ownPack).rules);
  expect(assess(factsOf("npm ci && make deploy")).findings.find(({ id }) => id === "team-deploy")).toEqual({
    id: "team-deploy",
    score: 0.74,
    threat: "Remote resource deletion",
    technique: "T1485",
    reason: "make deploys to production",
    evidence: "make deploy",
  });
  expect(assess(factsOf("make test")).findings.map(({ id }) => id)).not.toContain("team-deploy");
});

test("a rule reads subcommands, options, their values and operands", () => {
  const when = (condition: string) =>
    ownPack.replace(/when: .*/u, () => `when: facts.commands.exists(c, c.program == "git" && ${condition})`);
  const examples = (yes: string, no: string) => (text: string) =>
    text.replace("- make deploy", `- ${yes}`).replace("- make test", `- ${no}`);
  for (const [condition, yes, no] of [
    ['c.subcommand == "push"', "git -C api push", "git log"],
    ['"--force" in c.options', "git push -f", "git push"],
    ['c.option("--repo") == "up"', "git push --repo=up", "git push --repo=down"],
    ['"main" in c.operands', "git push origin main", "git push origin next"],
    ["c.dry_run", "git push --dry-run", "git push"],
    ['"a" in c.values("--push-option")', "git push -o b -o a", "git push -o b"],
    ['c.operand(-1) == "main"', "git push origin main", "git push main next"],
    ['c.operand(1) == ""', "git push origin", "git push origin main"],
    ['"ci.skip" in c.settings', "git push -o ci.skip", "git push -o x"],
    ['c.word(1) == "set-url"', "git remote set-url origin x", "git remote"],
    ['c.line.matches("^push o")', "git push origin", "git push upstream"],
  ] as const)
    expect(problems(examples(yes, no)(when(condition))), condition).toEqual([]);
});

describe("cases", () => {
  const withCases = ownPack
    .replace(
      /when: .*/u,
      () => `cases:
      - when: facts.commands.exists(c, c.program == "make" && "deploy" in c.operands)
        reason: "{program} deploys"
      - when: facts.commands.exists(c, c.program == "helm" && c.subcommand == "upgrade")
        reason: "{program} {subcommand} deploys too"`,
    )
    .replace(/\n {4}reason: .*/u, "")
    .replace("- make deploy", "- make deploy\n      - helm upgrade web .");

  test("the first that holds gives the reason", () => {
    const { assess } = createRiskRules(packOf(withCases).rules);
    const reasonsOf = (command: string) =>
      assess(factsOf(command)).findings.flatMap(({ id, reason }) => (id === "team-deploy" ? reason : []));
    expect(reasonsOf("make deploy")).toEqual(["make deploys"]);
    expect(reasonsOf("helm upgrade web .")).toEqual(["helm upgrade deploys too"]);
    expect(reasonsOf("helm upgrade web . && make deploy")).toEqual(["make deploys"]);
    expect(reasonsOf("helm list")).toEqual([]);
  });

  test("one that does not compile is found by its place", () => {
    expect(problems(withCases.replace('c.subcommand == "upgrade"', "c.subcomand"))[0]).toContain("cases[1].when");
  });

  test("a rule has cases, or a condition with its reason, and not both or neither", () => {
    const either = "A rule has either cases";
    expect(problems(withCases.replace("    match:", "    reason: It deploys\n    match:"))[0]).toContain(either);
    expect(problems(ownPack.replace(/\n {4}reason: .*/u, ""))[0]).toContain("Give a reason");
  });
});

test("a rule may name tools, effects and programs instead of a condition", () => {
  expect(problems(ownPack.replace(/when: .*/u, "programs: [make]").replace("make test", "npm test"))).toEqual([]);
  const effects = ownPack
    .replace(/when: .*/u, "effects: [network]")
    .replace("- make deploy", "- curl https://a.example");
  expect(problems(effects)).toEqual([]);
});

/** A condition that fails must not hide what it might have found. */
test("a condition that cannot be evaluated counts as a match", () => {
  const text = ownPack.replace(
    /when: .*/u,
    'when: facts.commands.exists(c, c.program == "make" && c.arguments[0] == "deploy")',
  );
  const { assess } = createRiskRules(packOf(text.replace("- make test", "- make test x")).rules);
  const found = assess(factsOf("make")).findings.find(({ id }) => id === "team-deploy");
  expect(found?.reason).toMatch(/could not be evaluated/);
});

describe("problems", () => {
  test.each<[string, string | RegExp, string, readonly string[]]>([
    [
      "an expression that is wrong",
      'c.program == "make"',
      'c.programm == "make"',
      ['10:38: rules[0].when: There is no member "programm". Did you mean "programs"?'],
    ],
    ["who asks", /when: .*/u, 'when: agent.name == "x"', ['10:11: rules[0].when: There is no variable "agent".']],
    [
      "a score that is none",
      "score: ask",
      "score: high",
      ["7:5: rules[0].score: A score is one of note, weak, medium, warn, suspicious, ask, deny, critical."],
    ],
    [
      "a threat that is none",
      "threat: Remote resource deletion",
      "threat: Fire",
      ["8:5: rules[0].threat: That is no threat of the list in docs/packs.md."],
    ],
    [
      "a technique of another form",
      "T1485",
      "1485x",
      ["9:5: rules[0].technique: A technique of ATT&CK is written as T1059 or T1059.004."],
    ],
    [
      "an effect",
      "score: ask",
      "score: ask\n    effect: allow",
      [
        "8:5: rules[0].effect: A pack only scores. What is allowed, denied or asked by rule belongs into the policy. Write a score: ask asks a human, deny denies.",
      ],
    ],
    [
      "an unknown member",
      "version: 1.0.0",
      "versio: 1.0.0",
      [
        "1:1: version: Write the version as text, such as 1.0.0.",
        '2:1: versio: There is no member "versio" here. Did you mean "version"?',
      ],
    ],
    [
      "an example that must match",
      "- make deploy",
      "- make install",
      ["13:9: rules[0].match[0]: The example does not match, but must."],
    ],
    [
      "an example that must not match",
      "- make test",
      "- make deploy",
      ["15:9: rules[0].not_match[0]: The example matches, but must not."],
    ],
    ["no examples", "- make deploy", "[]", ["12:5: rules[0].match: Give at least one example."]],
    [
      "nothing to be about",
      /when: .*\n {4}/u,
      "",
      ["6:5: rules[0].id: Say what it is about: tools, effects, programs or when."],
    ],
  ])("%s", (_, from, to, expected) => {
    const found = problems(ownPack.replace(from, () => to));
    expect(found).toEqual(expected);
  });

  test("an id that another rule has", () => {
    expect(problems(ownPack, ["team-deploy"])).toEqual(['6:5: rules[0].id: The id "team-deploy" is taken.']);
  });

  test("an example fails at its own line", () => {
    expect(problems(ownPack.replace("- make deploy", "- make install"))[0]).toMatch(/^13:9: /u);
  });
});
