// Tuning on a whole Gatehouse: what a person's answers suggest, what accepting it changes, and taking it back.
import { expect, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { defaultRiskModel } from "../../../src/shared/contract/risk-model.ts";
import type { Suggestion } from "../../../src/shared/contract/tuning.ts";
import type { Result } from "../../../src/shared/lib/result.ts";
import { agentDid, call, command, startGatehouse } from "../../support/engine/gatehouse.ts";

const place = { workspace: "/home/anna/site", working_directory: "/home/anna/site" };

function valueOf<Value>(result: Result<Value, { readonly message: string }>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Asks, and answers every request that waits. */
async function askAndApprove(gatehouse: Gatehouse, line: string): Promise<void> {
  await call(gatehouse, "a2g/intent", command(line, place));
  for (const { approvalId, digest } of valueOf(await gatehouse.operations.listApprovals({}, "test"))) {
    const answer = { approvalId, digest, decision: "approve", scope: "exact", duration: "once" } as const;
    valueOf(await gatehouse.operations.resolveApproval(answer, "test"));
  }
}

async function waiting(gatehouse: Gatehouse, line: string): Promise<number> {
  const before = valueOf(await gatehouse.operations.listApprovals({}, "test")).length;
  await call(gatehouse, "a2g/intent", command(line, place));
  return valueOf(await gatehouse.operations.listApprovals({}, "test")).length - before;
}

/** The reader sees what the indexer has caught up with. */
async function suggested(gatehouse: Gatehouse, id: RegExp): Promise<Suggestion> {
  const find = async () =>
    valueOf(await gatehouse.operations.listSuggestions({}, "test")).suggestions.find((each) => id.test(each.id));
  await expect.poll(find, { timeout: 8000 }).toBeDefined();
  const found = await find();
  if (found === undefined) throw new Error("It was there a moment ago.");
  return found;
}

const pushes = ["git push --force origin a", "git push --force origin b", "git push --force origin c"];

test("a rule that was only ever approved is lowered, warns from then on, and is raised again", async () => {
  const gatehouse = await startGatehouse();
  const { text } = valueOf(await gatehouse.operations.getPolicy({}, "test"));
  // The policy's own rules about pushes would ask first: this is about the risk rule alone.
  valueOf(await gatehouse.operations.savePolicy({ text: text.replace(/^rules:\n[\s\S]*$/m, "rules: []\n") }, "test"));
  // So would the model, which counts what rules find: then lowering the rule alone changes nothing and is not suggested.
  valueOf(await gatehouse.operations.saveSettings({ riskModel: { ...defaultRiskModel, scorer: "off" } }, "test"));
  for (const line of pushes) await askAndApprove(gatehouse, line);
  const suggestion = await suggested(gatehouse, /^lower:git-force-push:warn$/);
  expect(suggestion).toMatchObject({ evidence: { asked: 3, approved: 3 }, effect: { fewerAsks: 3 } });
  expect(suggestion.effect.examples).toContainEqual(expect.objectContaining({ before: "asked", after: "passed" }));

  valueOf(await gatehouse.operations.acceptSuggestion({ id: suggestion.id }, "test"));
  expect(await waiting(gatehouse, "git push --force origin d")).toBe(0);
  const listed = valueOf(await gatehouse.operations.listSuggestions({}, "test"));
  expect(listed.accepted).toMatchObject([{ id: suggestion.id }]);
  expect(listed.suggestions.map(({ id }) => id)).not.toContain(suggestion.id);

  valueOf(await gatehouse.operations.undoSuggestion({ id: suggestion.id }, "test"));
  expect(await waiting(gatehouse, "git push --force origin e")).toBe(1);
  expect(await gatehouse.operations.undoSuggestion({ id: suggestion.id }, "test")).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
});

test("a form that was approved again and again becomes a rule of the policy, and is withdrawn again", async () => {
  const gatehouse = await startGatehouse();
  const publish = "npm publish --access public";
  for (let count = 0; count < 3; count += 1) await askAndApprove(gatehouse, publish);
  const suggestion = await suggested(gatehouse, /^allow:/);
  expect(suggestion).toMatchObject({ change: { kind: "allow_form", agentDid }, evidence: { approved: 3 } });
  expect(suggestion.ruleText).toContain("effect: allow");

  valueOf(await gatehouse.operations.acceptSuggestion({ id: suggestion.id }, "test"));
  expect(await waiting(gatehouse, publish)).toBe(0);
  valueOf(await gatehouse.operations.undoSuggestion({ id: suggestion.id }, "test"));
  expect(await waiting(gatehouse, publish)).toBe(1);
});

test("a suggestion that is no longer true is not accepted", async () => {
  const gatehouse = await startGatehouse();
  expect(await gatehouse.operations.acceptSuggestion({ id: "lower:git-force-push:warn" }, "test")).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
});
