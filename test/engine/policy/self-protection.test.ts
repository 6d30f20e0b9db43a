// Gatehouse protects itself, whatever the policy says.
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/shared/facts.ts";
import { makeCommandFacts, makeFacts, makePath } from "../../support/facts.ts";
import { compiled, makeInput, openTools } from "../../support/policy.ts";

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
  ])("%s", (line) => expect(judge(makeCommandFacts(line))).toBe("deny self_protection"));

  test.each([
    "kill 4243",
    "kill -1 77",
    "pkill node",
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
    expect(judge(makeFacts({ code: [{ language: "python", text: "print('gatehouse')" }] }))).toBe("allow rule_allow");
  });
});

test("a project's own policy is changed by people only", () => {
  const at = (access: "read" | "write" | "delete") =>
    makeFacts({ paths: [makePath("/work/.gatehouse.yaml", { access })] });
  expect(judge(at("write"))).toBe("escalate self_protection");
  expect(judge(at("delete"))).toBe("escalate self_protection");
  expect(judge(at("read"))).toBe("allow rule_allow");
});
