// Editing a request: the part people edit, and the arguments that come of it.
import { describe, expect, test } from "vitest";
import { editableOf, editedArguments, replacementIn } from "../../../src/renderer/lib/edit.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

function request(id: string): HeldApproval {
  const found = lifelikeApprovals(0).find((approval) => approval.intent.intentId === id);
  if (found === undefined) throw new Error(`There is no request ${id}.`);
  return found;
}

describe("editing", () => {
  test("of a command only the command is edited; the other arguments stay", () => {
    const approval = request("install");
    const editable = editableOf(approval);
    expect(editable.member).toBe("command");
    expect(editedArguments(approval, editable, "echo hi")).toEqual({
      ok: true,
      value: { ...approval.intent.arguments, command: "echo hi" },
    });
  });

  test("of a file change the new content is edited", () => {
    expect(editableOf(request("workflow")).member).toBe("new_string");
  });

  test("of anything else the arguments as JSON", () => {
    const { facts, ...rest } = request("install");
    const { command: _command, ...others } = facts;
    const approval = { ...rest, facts: others };
    const editable = editableOf(approval);
    expect(editable.member).toBeUndefined();
    expect(JSON.parse(editable.text)).toEqual(approval.intent.arguments);
    expect(editedArguments(approval, editable, '{"a": [1, null]}')).toEqual({ ok: true, value: { a: [1, null] } });
    expect(editedArguments(approval, editable, "[1]")).toMatchObject({ ok: false });
    expect(editedArguments(approval, editable, "{")).toMatchObject({ ok: false });
  });

  test("an edit tool's two texts are found by their names", () => {
    expect(replacementIn({ old_string: "a", new_string: "b" })).toEqual({ before: "a", after: "b" });
    expect(replacementIn({ oldText: "a", newText: "b" })).toEqual({ before: "a", after: "b" });
    expect(replacementIn({ old_string: "a" })).toBeUndefined();
    expect(replacementIn({ old_string: 1, new_string: 2 })).toBeUndefined();
  });
});
