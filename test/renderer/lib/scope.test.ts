// How far a decision reaches, and what is offered.
import { describe, expect, test } from "vitest";
import { allowLabel, choiceWords, nextScope, scopeProblem } from "../../../src/renderer/lib/scope.ts";
import { scopeOrder } from "../../../src/renderer/labels/vocabulary.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { scopes, durations } from "../../../src/shared/domain/directive.ts";
import { durationOrder } from "../../../src/renderer/labels/vocabulary.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

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

describe("a choice in words", () => {
  test("once is this request, or all that wait with it", () => {
    const once = { scope: "agent", duration: "once" } as const;
    expect(choiceWords("approve", once, request("clean-up")).sentence).toBe("Allows this one request.");
    expect(choiceWords("deny", once, request("push")).sentence).toBe("Denies these 3 identical requests.");
  });

  test("a wider one says what, for whom, where, how long and within which limits", () => {
    const { sentence, limits } = choiceWords("approve", { scope: "project", duration: "always" }, request("push"));
    expect(sentence).toBe("Always allows any `git` command by any agent in /home/anna/src/shop.");
    expect(limits).toContain("may only read, run programs and use the network");
    expect(choiceWords("approve", { scope: "host", duration: "5m" }, request("push")).sentence).toContain(
      "to github.com",
    );
  });

  test("the button names the consequence", () => {
    const { facts } = request("push");
    expect(allowLabel({ scope: "exact", duration: "once" }, facts)).toBe("Allow once");
    expect(allowLabel({ scope: "agent", duration: "always" }, facts)).toBe("Always allow any `git` command in shop");
  });
});

test("a command form is named as the engine takes it: words that may change are not in it", () => {
  const push = request("push");
  const [command] = push.facts.commands;
  if (command === undefined) throw new Error("It runs nothing.");
  const held = (...given: readonly string[]): HeldApproval => ({
    ...push,
    facts: { ...push.facts, commands: [{ ...command, program: "rm", arguments: given }], paths: [], hosts: [] },
  });
  const choice = { scope: "command_form", duration: "1h" } as const;
  expect(choiceWords("approve", choice, held("./old.txt")).sentence).toMatch(/^Allows any `rm …` by /);
  expect(choiceWords("approve", choice, held("-i", "./old.txt")).sentence).toMatch(/^Allows any `rm -i …` by /);
});
