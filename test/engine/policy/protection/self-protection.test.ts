// Gatehouse protects itself, whatever the policy says.
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../../src/shared/domain/facts.ts";
import { makeCommand, makeCommandFacts, makeFacts, makePath } from "../../../support/engine/facts.ts";
import { compiled, makeInput, openTools } from "../../../support/engine/policy.ts";

const permissive = compiled(`${openTools}rules:\n  - { id: everything, effect: allow, when: "true" }\n`);
const judge = (facts: Facts) => {
  const { effect, reason } = permissive.evaluate(makeInput(facts));
  return `${effect} ${reason}`;
};

test.each(["read", "write", "delete", "execute"] as const)("its files: %s", (access) => {
  const facts = makeFacts({
    paths: [makePath("/home/ada/.config/Gatehouse/policy.yaml", { zone: "gatehouse", access })],
  });
  expect(judge(facts)).toBe("deny self_protection");
});

describe("its process and its command", () => {
  test.each([
    "kill 4242",
    "kill -9 4242",
    "pkill -f gatehouse",
    "killall Gatehouse",
    "kill -9 -1",
    "systemctl --user stop gatehouse",
    "launchctl unload app.gatehouse.plist",
    "gdb -p 4242",
    "strace -f -p 4242",
    "pgrep gatehouse",
    "taskkill /IM Gatehouse.exe /F",
    "xdotool search --name Gatehouse key a",
    "gatehouse approve 17",
    "gatehouse halt",
    "pkill node",
    "pkill -9 electron",
    "pkill -f headless.ts",
    "pkill -f node",
    "pkill -f index.js",
    "pkill nod.*",
    "pkill -x node",
    "pkill -u ada",
    "killall -9 node",
    "killall -u ada",
    "taskkill /F /IM node.exe",
    "npx gatehouse approve 1",
    "npx --yes gatehouse@latest resume",
    "npm run gatehouse -- resume",
    "npm exec gatehouse approve 1",
    "npm exec -- gatehouse approve 1",
    "pnpm dlx gatehouse approve 1",
    "pnpm gatehouse approve 1",
    "yarn gatehouse approve 1",
    "bunx gatehouse approve 1",
    "node src/cli/gatehouse.ts approve 1",
    "node --enable-source-maps /opt/gatehouse/bin/gatehouse.js approve 1",
    "node out/main/cli.js approve 1",
    "bash /usr/local/bin/gatehouse approve 1",
  ])("%s", (line) => expect(judge(makeCommandFacts(line))).toBe("deny self_protection"));

  test.each([
    "kill 4243",
    "kill -1 77",
    "pkill python",
    "pkill -f server.js",
    "pkill -x nod",
    "killall vite",
    "pgrep node",
    "npm install gatehouse",
    "npm run build gatehouse-notes",
    "node src/gatehouse.test.ts",
    "node server.js",
    "npx gatehouse --version",
    "fuser 3000/tcp",
    "lsof -t -i:3000",
    "systemctl restart nginx",
    "ls gatehouse",
    "grep -r gatehouse src",
    "git clone https://example.com/gatehouse.git",
    "gatehouse --version",
    "gatehouse",
    "lsof -i :3000",
  ])("not %s", (line) => expect(judge(makeCommandFacts(line))).toBe("allow rule_allow"));

  test("code that aims at it", () => {
    expect(judge(makeFacts({ code: [{ language: "python", text: "os.kill(pid_of('gatehouse'), 9)" }] }))).toBe(
      "deny self_protection",
    );
    for (const text of ["print('gatehouse')", "load_skill('gatehouse')"])
      expect(judge(makeFacts({ code: [{ language: "python", text }] }))).toBe("allow rule_allow");
  });
});

describe("a process that is only known when it runs", () => {
  const find = (line: string) => makeCommand(line, { pipeline: 1, parent: 0, wrappers: ["$()"] });

  test.each<[string, Facts]>([
    ["fuser", makeCommandFacts("fuser -k 3000/tcp")],
    ["kill-port", makeCommandFacts("npx kill-port 3000")],
    ["kill", makeFacts({ commands: [makeCommand("kill $(lsof -t -i:3000)"), find("lsof -t -i:3000")] })],
    ["variable", makeFacts({ commands: [find("pgrep -f x"), makeCommand("kill -9 $PID", { pipeline: 2 })] })],
    [
      "xargs",
      makeFacts({
        commands: [makeCommand("lsof -ti:3000"), makeCommand("kill", { position: 1, wrappers: ["xargs"] })],
      }),
    ],
  ])("%s", (_name, facts) => expect(judge(facts)).toBe("escalate self_protection"));

  test.each(["kill $!", "kill $PID", "kill %1", "lsof -i :3000 ; kill 77"])("not %s", (line) => {
    expect(judge(makeCommandFacts(line))).toBe("allow rule_allow");
  });
});

test("the sentence tells its files from a folder around them", () => {
  const files = "/home/ada/.config/Gatehouse";
  const own = makePath(files, { given: "/", zone: "gatehouse", access: "delete", recursive: true });
  const root = makePath("/", { zone: "system", access: "delete", recursive: true });
  const textOf = (facts: Facts) => permissive.evaluate(makeInput(facts)).text;
  expect(textOf(makeFacts({ paths: [root, own] }))).toBe("It would delete Gatehouse's own files below /.");
  expect(textOf(makeFacts({ paths: [{ ...own, given: files }] }))).toBe(`${files} belongs to Gatehouse.`);
});

test("a project's own policy is changed by people only", () => {
  const at = (access: "read" | "write" | "delete") =>
    makeFacts({ paths: [makePath("/work/.gatehouse.yaml", { access })] });
  expect(judge(at("write"))).toBe("escalate self_protection");
  expect(judge(at("delete"))).toBe("escalate self_protection");
  expect(judge(at("read"))).toBe("allow rule_allow");
});

describe("what Gatehouse does not see all of", () => {
  test.each<[string, Facts]>([
    [
      "more commands than it looks at",
      makeFacts({ uninspected: [{ part: "rm -rf ~", why: "size" }], commands: [makeCommand("true")] }),
    ],
    ["a command that is too long", makeFacts({ tool: "execute_command", uninspected: [{ part: "x", why: "size" }] })],
    ["a command nested too deeply", makeFacts({ tool: "execute_command", uninspected: [{ part: "x", why: "depth" }] })],
    ["more arguments than it reads", makeFacts({ tool: "other", uninspected: [{ part: "arguments", why: "size" }] })],
    ["more paths than it resolves", makeFacts({ tool: "read_file", uninspected: [{ part: "paths", why: "size" }] })],
  ])("%s asks a human, whatever the policy says", (_name, facts) =>
    expect(judge(facts)).toBe("escalate cannot_inspect"),
  );

  test("a long text to write does not, nor what only the running shell knows", () => {
    expect(judge(makeFacts({ tool: "write_file", uninspected: [{ part: "$.content", why: "size" }] }))).toBe(
      "allow rule_allow",
    );
    expect(judge(makeFacts({ tool: "execute_command", uninspected: [{ part: "$X", why: "dynamic" }] }))).toBe(
      "allow rule_allow",
    );
  });

  test("who approves it approves it under the conditions of the rules", () => {
    const conditional = compiled(
      `${openTools}rules:\n  - { id: dry, effect: condition, when: 'true', conditions: [{ kind: dry_run, text: Try it first }] }\n`,
    );
    const facts = makeFacts({ tool: "execute_command", uninspected: [{ part: "x", why: "size" }] });
    expect(conditional.evaluate(makeInput(facts))).toMatchObject({
      effect: "escalate",
      rule: "builtin.inspection-limit",
      conditions: [{ kind: "dry_run" }],
    });
  });
});
