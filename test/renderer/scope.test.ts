// How far a decision reaches, and what is offered.
import { describe, expect, test } from "vitest";
import { choiceSentence, fittingChoice, nextScope, scopeProblem } from "../../src/renderer/text/scope.ts";
import { scopeOrder } from "../../src/renderer/text/words.ts";
import type { HeldApproval } from "../../src/shared/approval.ts";
import { scopes, durations } from "../../src/shared/directive.ts";
import { durationOrder } from "../../src/renderer/text/words.ts";
import { lifelikeApprovals } from "../support/lifelike.ts";

function request(id: string): HeldApproval {
  const found = lifelikeApprovals(0).find((approval) => approval.intent.intentId === id);
  if (found === undefined) throw new Error(`There is no request ${id}.`);
  return found;
}

const offered = (approval: HeldApproval) =>
  scopeOrder.filter((scope) => scopeProblem(scope, approval.facts) === undefined);

describe("scopes", () => {
  test("the window knows every scope and duration of the contract, in its order", () => {
    expect(scopeOrder).toEqual(scopes);
    expect(durationOrder).toEqual(durations);
  });

  test("what cannot be inspected is never widened", () => {
    expect(offered(request("install"))).toEqual(["exact"]);
  });

  test("a compound command is never widened", () => {
    expect(offered(request("clean-up"))).toEqual(["exact"]);
  });

  test("arrows pass over what does not fit and stop at the ends", () => {
    const { facts } = request("workflow");
    expect(nextScope("exact", 1, facts)).toBe("tool_and_path");
    expect(nextScope("tool_and_path", -1, facts)).toBe("exact");
    expect(nextScope("project", 1, facts)).toBe("project");
  });
});

describe("remembered choices", () => {
  test("a scope that does not fit falls back to exactly this", () => {
    expect(fittingChoice({ scope: "host", duration: "1h" }, request("clean-up"))).toEqual({
      scope: "exact",
      duration: "1h",
    });
  });

  test("what is critical is decided once, whatever was chosen before", () => {
    const held = request("push");
    const critical = {
      ...held,
      verdict: { ...held.verdict, risk: { ...held.verdict.risk, level: "CRITICAL" as const } },
    };
    expect(fittingChoice({ scope: "agent", duration: "always" }, critical)).toEqual({
      scope: "exact",
      duration: "once",
    });
  });
});

describe("a choice in words", () => {
  test("once is this request, or all that wait with it", () => {
    const once = { scope: "agent", duration: "once" } as const;
    expect(choiceSentence("approve", once, request("clean-up"))).toBe("Allows this one request.");
    expect(choiceSentence("deny", once, request("push"))).toBe("Denies these 3 identical requests.");
  });

  test("a wider one says what, for whom, where and how long", () => {
    const sentence = choiceSentence("approve", { scope: "project", duration: "always" }, request("push"));
    expect(sentence).toBe(
      "Allows every run_shell_command that runs, network for any agent in /home/anna/src/shop always.",
    );
    expect(choiceSentence("approve", { scope: "host", duration: "5m" }, request("push"))).toContain("to github.com");
  });
});

test("a command form is named as the engine takes it: words that may change are not in it", () => {
  const push = request("push");
  const [command] = push.facts.commands;
  if (command === undefined) throw new Error("It runs nothing.");
  const held = (...given: readonly string[]): HeldApproval => ({
    ...push,
    facts: { ...push.facts, commands: [{ ...command, program: "rm", arguments: given }], paths: [] },
  });
  const choice = { scope: "command_form", duration: "1h" } as const;
  expect(choiceSentence("approve", choice, held("./old.txt"))).toMatch(/^Allows rm … for /);
  expect(choiceSentence("approve", choice, held("-i", "./old.txt"))).toMatch(/^Allows rm -i … for /);
});
