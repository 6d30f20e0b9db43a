// Hooks go into a settings file and out again; whatever else stands in it stays as it was.
import { describe, expect, test } from "vitest";
import { settingsOf, UnreadableSettings, withHooks, withoutHooks } from "../../../src/main/connectors/json-hooks.ts";

const groups = [
  {
    event: "PreToolUse",
    group: { matcher: "*", hooks: [{ type: "command", command: "/data/bin/gatehouse-hook qwen-code" }] },
  },
  { event: "Stop", group: { hooks: [{ type: "http", url: "http://127.0.0.1:3000/hooks/claude-code" }] } },
];

const originals: Readonly<Record<string, string>> = {
  "two settings": '{\n  "model": "opus",\n  "theme": "dark"\n}\n',
  "four spaces": '{\n    "model": "opus",\n    "permissions": {\n        "deny": ["Bash(rm *)"]\n    }\n}\n',
  tabs: '{\n\t"model": "opus"\n}\n',
  "line ends of Windows": '{\r\n  "model": "opus"\r\n}\r\n',
  comments: '// mine\n{\n  // the model\n  "model": "opus", /* best */\n  "theme": "dark" // at night\n}\n// the end\n',
  "a trailing comma": '{\n  "model": "opus",\n}\n',
  "hooks of somebody else": JSON.stringify(
    { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./check" }] }] }, model: "opus" },
    undefined,
    2,
  ),
  "nothing at the end": '{\n  "model": "opus"\n}',
};

describe.each(Object.entries(originals))("%s", (_name, original) => {
  const connected = withHooks(original, groups);

  test("gets the hooks and keeps the rest", () => {
    const before = settingsOf(original);
    const after = settingsOf(connected);
    expect({ ...after, hooks: undefined }).toEqual({ ...before, hooks: undefined });
    expect(after["hooks"]).toMatchObject({ Stop: [groups[1]?.group] });
    expect(JSON.stringify(after)).toContain("gatehouse-hook qwen-code");
    for (const comment of original.match(/\/\/ .*|\/\*.*?\*\//g) ?? []) expect(connected).toContain(comment);
  });

  test("is the same when connected twice", () => {
    expect(withHooks(connected, groups)).toBe(connected);
  });

  test("is as it was once disconnected", () => {
    expect(withoutHooks(connected)).toBe(original);
  });
});

test("a file that held nothing but hooks of ours goes", () => {
  const made = withHooks(undefined, groups);
  expect(made.endsWith("}\n")).toBe(true);
  expect(withoutHooks(made)).toBeUndefined();
  expect(withoutHooks(undefined)).toBeUndefined();
});

test("what is laid out in another way keeps its settings", () => {
  for (const text of ['{"model":"opus"}', '{ "hooks": {}, "model": "opus" }']) {
    expect(settingsOf(withoutHooks(withHooks(text, groups)))).toMatchObject({ model: "opus" });
  }
});

test("order of what was there stays, and ours comes last", () => {
  const connected = withHooks(originals["hooks of somebody else"], groups);
  const hooks = settingsOf(connected)["hooks"];
  expect(hooks).toMatchObject({ PreToolUse: [{ matcher: "Bash" }, { matcher: "*" }] });
  expect(Object.keys(settingsOf(connected))).toEqual(["hooks", "model"]);
});

test("a hook of ours from another version or place is replaced", () => {
  const old = withHooks("{}", [
    { event: "PreToolUse", group: { hooks: [{ type: "command", command: "/old/gatehouse-hook qwen-code" }] } },
  ]);
  expect(withHooks(old, groups)).toBe(withHooks(undefined, groups));
});

test.each(["{", "[]", '"text"', "nonsense", '{"hooks": []}', '{"hooks": "none"}'])("%s is refused", (text) => {
  expect(() => withHooks(text, groups)).toThrow(UnreadableSettings);
});

test("hooks that are no list are refused and not overwritten", () => {
  expect(() => withHooks('{"hooks":{"PreToolUse":{"matcher":"*"}}}', groups)).toThrow(UnreadableSettings);
});

test("hooks that are there stay as the agent wrote them, in another layout and with others after them", () => {
  const settings = settingsOf(withHooks('{"model":"opus"}', groups));
  const other = { hooks: [{ type: "command", command: "./check" }] };
  const hooks = settingsOf(JSON.stringify(settings["hooks"]));
  const before = hooks["PreToolUse"];
  const added = { ...hooks, PreToolUse: [...(Array.isArray(before) ? before : []), other] };
  const rewritten = JSON.stringify({ hooks: added, model: "opus" }, undefined, 7);
  expect(withHooks(rewritten, groups)).toBe(rewritten);
  const without = JSON.stringify({ hooks: { ...added, Stop: [] }, model: "opus" }, undefined, 7);
  expect(withHooks(without, groups)).not.toBe(without);
});
