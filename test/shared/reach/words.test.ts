// What a scope means in words: exactly the conditions of the rule it writes, no more and no less.
import { describe, expect, test } from "vitest";
import { actionOf } from "../../../src/main/engine/intents/action.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import { standingRule } from "../../../src/main/engine/grants/standing-rule.ts";
import { type Scope, scopes } from "../../../src/shared/domain/directive.ts";
import type { Effect, HostFact, PathFact, Zone } from "../../../src/shared/domain/facts.ts";
import type { Intent } from "../../../src/shared/domain/intent.ts";
import { reachConditions } from "../../../src/shared/reach/conditions.ts";
import {
  accessWords,
  consequenceWords,
  directionWords,
  effectWords,
  reachWords,
  zoneWords,
} from "../../../src/shared/reach/words.ts";
import { commandIntent, testDigests, testEngine, testWorld } from "../../support/engine/engine.ts";

const nowhere = { context: { sessionId: "s1" } };
const intents: readonly Intent[] = [
  commandIntent("ls"),
  commandIntent("cat ~/.aws/credentials"),
  commandIntent("cat notes.txt /etc/hosts"),
  commandIntent("git push --force origin main"),
  commandIntent("git push --force --tags origin main"),
  commandIntent("npm publish --access public"),
  commandIntent("rm -rf build"),
  commandIntent("rm ~/thesis.txt"),
  commandIntent("node build.js --watch"),
  commandIntent("cp ~/a.txt ./b.txt"),
  commandIntent("curl https://api.example.org/x"),
  commandIntent("curl -d @src/a.ts https://api.example.org/x"),
  commandIntent("aws s3 rm --recursive s3://bucket/x"),
  commandIntent("npm test && npm publish"),
  commandIntent("python3 -c 'print(1)'"),
  commandIntent("sudo systemctl restart nginx"),
  commandIntent("kubectl get pods", nowhere),
  commandIntent("", { tool: "Write", arguments: { file_path: "/home/dev/shop/a.txt", content: "x" } }),
  commandIntent("", { tool: "Write", arguments: { file_path: "/home/dev/.bashrc", content: "x" } }),
  commandIntent("", { tool: "Read", arguments: { file_path: "/home/dev/.ssh/id_rsa" } }),
  commandIntent("", { tool: "WebFetch", arguments: { url: "https://docs.example.org/x" } }),
  commandIntent("", { tool: "mcp__tracker__create_issue", arguments: { title: "x" } }),
];

const cases = intents.flatMap((intent) => scopes.map((scope) => [labelOf(intent), scope, intent] as const));

function labelOf({ tool, arguments: given }: Intent): string {
  return typeof given["command"] === "string" && given["command"] !== ""
    ? given["command"]
    : `${tool} ${JSON.stringify(given)}`;
}

/** The sentence with its limits, and the rule's condition; undefined where the scope is not offered or writes no rule. */
function bothOf(intent: Intent, scope: Scope) {
  const facts = normalise(intent, testWorld);
  const { agentDid } = intent;
  const conditions = reachConditions({ effect: "allow", scope, facts, agentDid });
  const rule = standingRule({
    action: actionOf(testDigests, intent, facts),
    effect: "allow",
    scope,
    duration: "always",
    grantId: "g-1",
    fromIntent: intent.intentId,
    issuedBy: "console",
    now: 0,
    example: { tool: intent.tool, arguments: intent.arguments },
  });
  if (!conditions.ok) return undefined;
  // The only scope that can last for a while without a rule is the exact call of a tool that runs no command.
  const ruleless = conditions.value.some(({ kind }) => kind === "call");
  expect(rule.ok).toBe(!ruleless);
  if (!rule.ok) return undefined;
  const { sentence, limits } = reachWords(conditions.value, {
    decision: "approve",
    duration: "always",
    agentName: "Ann",
  });
  return { words: [sentence, ...limits].join(" | "), when: rule.value.when ?? "", tools: rule.value.tools ?? [] };
}

const clauses: readonly (readonly [RegExp, (match: RegExpMatchArray) => readonly string[]])[] = [
  [/^agent\.did == "(?:.*)"$/, () => [" by Ann"]],
  [/^facts\.server == ""$/, () => ["of no MCP server"]],
  [/^facts\.given_tool == (".*")$/, ([, tool]) => [`the tool ${read(tool)}`]],
  [/^facts\.workspace == ""$/, () => ["outside any project"]],
  [/^facts\.workspace == (".+")$/, ([, folder]) => [` in ${read(folder)}.`]],
  [/^facts\.command == (".*")$/, ([, text]) => [`exactly \`${read(text)}\``]],
  [/^facts\.working_directory == ""$/, () => ["without a working directory"]],
  [/^facts\.working_directory == (".+")$/, ([, folder]) => [`started in ${read(folder)}`]],
  [/^facts\.uninspected\.size\(\) == 0$/, () => ["nothing that cannot be inspected"]],
  [/^facts\.uninspected\.size\(\) == (\d+)$/, ([, count]) => [`${count} part`]],
  [/^facts\.code\.size\(\) == 0$/, () => ["no embedded code"]],
  [/^facts\.code\.size\(\) == (\d+)$/, ([, count]) => [`${count} embedded code`]],
  [/^facts\.commands\.size\(\) == 0$/, () => ["no command"]],
  [/^facts\.commands\.size\(\) == 1$/, () => ["one command"]],
  [/^facts\.commands\.size\(\) == (\d+)$/, ([, count]) => [`${count} commands`]],
  [/^facts\.hosts\.all\(h, h\.host in \[\]\)$/, () => ["no named host"]],
  [
    /^facts\.hosts\.all\(h, h\.host in (\[.*?\])(?: && h\.direction in (\[.*\]))?\)$/,
    ([, hosts, directions]) => [
      ...list(hosts),
      ...list(directions).map((direction) => directionWords[direction as HostFact["direction"]]),
    ],
  ],
  [/^facts\.effects\.all\(e, e in (\[.*\])\)$/, ([, found]) => list(found).map((each) => effectWords[each as Effect])],
  [/^facts\.paths\.all\(p, (p\.access == .*)\)$/, ([, places]) => placeWords(places ?? "")],
  [
    /^facts\.paths\.exists\(p, p\.access == "execute" && p\.path == (".*")\)$/,
    ([, path]) => [`must run ${read(path)}`],
  ],
  [/^facts\.commands\.all\(c, c\.program == (".*") && !c\.dynamic\)$/, ([, program]) => [read(program)]],
  [/^facts\.commands\.all\(c, c\.redirects\.size/, () => ["no redirects, wrappers or variables"]],
  [/\[0\] == (".*")\)$/, ([, word]) => [`the sub-command ${read(word)}`]],
  [/^facts\.commands\.all\(c, c\.arguments\.filter.*matches/, () => ["no sub-command"]],
  [/a in \[\]\)\)$/, () => ["no options"]],
  [/a in (\[.+\])\)\)$/, ([, options]) => [`exactly the options ${list(options).join(" ")}`]],
  [/^facts\.commands\.all\(c, (\[.+\])\.all\(o, o in c\.arguments\)\)$/, ([, options]) => list(options)],
  [/^facts\.paths\.size\(\) > 0$/, () => ["on paths below"]],
  [/^facts\.hosts\.size\(\) > 0$/, () => [" to "]],
  [/^facts\.hosts\.all\(h, h\.host == (".*")\)$/, ([, host]) => [` to ${read(host)}`]],
  [/^facts\.paths\.all\(p, p\.path == (".*?") \|\|/, ([, folder]) => [`on paths below ${read(folder)}`]],
];

const read = (literal: string | undefined): string => JSON.parse(literal ?? '""') as string;
const list = (literal: string | undefined): readonly string[] => JSON.parse(literal ?? "[]") as readonly string[];

function placeWords(places: string): readonly string[] {
  const allowed = places.split(" || ").map((each) => /^p\.access == (".*?") && p\.(zone|path) in (\[.*\])$/.exec(each));
  return allowed.flatMap((match) => {
    if (match === null) throw new Error(`Not understood: ${places}`);
    const access = accessWords[read(match[1]) as PathFact["access"]];
    const named = list(match[3]).map((each) => (match[2] === "path" ? each : zoneWords[each as Zone]));
    const words = named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
    return [match[2] === "path" ? `runs only ${words}` : `${access} only in ${words}`];
  });
}

describe("the words of a scope", () => {
  test.each(cases)("%s (%s) name every condition of the rule", (_label, scope, intent) => {
    const both = bothOf(intent, scope);
    if (both === undefined) return;
    for (const clause of splitClauses(both.when)) {
      const found = clauses.find(([pattern]) => pattern.test(clause));
      if (found === undefined) throw new Error(`No words are known for ${clause}`);
      const match = clause.match(found[0]);
      for (const word of match === null ? [] : found[1](match)) expect(both.words, clause).toContain(word);
    }
  });

  test.each(cases)("%s (%s) name nothing that the rule does not ask for", (_label, scope, intent) => {
    const both = bothOf(intent, scope);
    if (both === undefined) return;
    const { words, when } = both;
    const absent = <Key extends string>(table: Readonly<Record<Key, string>>, shape: (word: string) => string) =>
      (Object.keys(table) as Key[]).filter((key) => !when.includes(`"${key}"`) && words.includes(shape(table[key])));
    expect(absent(zoneWords, (word) => word).filter((zone) => zone !== "workspace")).toEqual([]);
    expect(absent(directionWords, (word) => `${word} only`)).toEqual([]);
    const effects = /may only ([^|]*)/.exec(words)?.[1] ?? "";
    const named = Object.entries(effectWords).filter(([, word]) => new RegExp(`\\b${word}\\b`).test(effects));
    for (const [effect, word] of named) expect(when, word).toContain(`"${effect}"`);
    expect(words.includes("by any agent")).toBe(!when.includes("agent.did"));
    expect(words.includes("exactly `")).toBe(when.includes("facts.command =="));
    expect(words.includes("on paths below")).toBe(when.includes('.startsWith("/'));
  });
});

/** At the outermost `&&`, so that what stands in parentheses or in a text stays together. */
function splitClauses(when: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let index = 0; index < when.length; index += 1) {
    const character = when[index] ?? "";
    if (quoted && character === "\\") index += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && "([".includes(character)) depth += 1;
    else if (!quoted && ")]".includes(character)) depth -= 1;
    else if (!quoted && depth === 0 && when.startsWith(" && ", index)) {
      found.push(when.slice(start, index));
      start = index + 4;
    }
  }
  return [...found, when.slice(start)];
}

describe("where secrets are kept", () => {
  const offered = (intent: Intent) => {
    const facts = normalise(intent, testWorld);
    return scopes.filter((scope) => reachConditions({ effect: "allow", scope, facts, agentDid: "a" }).ok);
  };

  test("one file allows no other, except in a folder that is named", () => {
    expect(offered(commandIntent("cat ~/.aws/credentials"))).toEqual(["exact", "tool_and_path"]);
    expect(offered(commandIntent("", { tool: "Read", arguments: { file_path: "/home/dev/.ssh/id_rsa" } }))).toEqual([
      "exact",
      "tool_and_path",
    ]);
    expect(bothOf(commandIntent("cat ~/.aws/credentials"), "tool_and_path")?.words).toMatch(
      /on paths below \/home\/dev\/\.aws .*places where secrets are kept/,
    );
  });

  test("the engine refuses what is not offered, for a while and for ever", async () => {
    for (const duration of ["1h", "always"] as const) {
      const engine = testEngine();
      const intent = commandIntent("cat ~/.aws/credentials");
      const reach = { decision: "approve", scope: "command_form", duration } as const;
      const proposed = await engine.governor.approvals.propose(intent, reach, "console");
      expect(proposed).toMatchObject({
        ok: false,
        error: expect.stringContaining("Allow exactly this, or the folder"),
      });
    }
  });
});

test("the widest call that is named passes once the decision is given", async () => {
  const askAlways = `defaults: { tools: { "*": { allowed: true } } }\nrules: [{ id: ask, effect: escalate, when: 'facts.tool != ""' }]\n`;
  const widest: Record<string, string | undefined> = {};
  for (const [command, scope] of [
    ["cat ~/notes.txt", "command_form"],
    ["rm ./old.txt", "agent"],
    ["git push --force origin main", "command_form"],
    ["cat ~/.aws/credentials", "tool_and_path"],
  ] as const) {
    const engine = testEngine();
    engine.setPolicy(askAlways);
    const intent = commandIntent(command);
    const reach = { decision: "approve", scope, duration: "always" } as const;
    const proposed = await engine.governor.approvals.propose(intent, reach, "console");
    if (!proposed.ok) throw new Error(proposed.error);
    widest[command] = proposed.value.widest;
    expect(await engine.governor.approvals.decideFor(intent, reach, "console")).toMatchObject({ ok: true });
    const other = proposed.value.widest ?? command;
    expect(await engine.governor.submit(commandIntent(other)), other).toMatchObject({ value: { outcome: "APPROVED" } });
  }
  expect(widest).toEqual({
    "cat ~/notes.txt": "cat ~/Documents/diary.txt",
    "rm ./old.txt": "rm -rf .",
    "git push --force origin main": "git push --force origin anything-else",
    "cat ~/.aws/credentials": "cat /home/dev/.aws/other-file",
  });
});

test("a button names what it does", () => {
  const facts = normalise(commandIntent("git push --force origin main"), testWorld);
  const words = (scope: Scope) => {
    const conditions = reachConditions({ effect: "allow", scope, facts, agentDid: "a" });
    return conditions.ok ? consequenceWords(conditions.value, "always") : conditions.error;
  };
  expect(words("command_form")).toBe("Always allow any `git push --force …` in shop");
  expect(words("agent")).toBe("Always allow any `git` command in shop");
  expect(words("exact")).toBe("Always allow exactly `git push --force origin main` in shop");
});
