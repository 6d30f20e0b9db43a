// An override covers the action it was given for and no other one, whichever is asked next.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Intent } from "../../src/shared/domain/intent.ts";
import { commandIntent, testEngine } from "../support/engine/engine.ts";

const intents: fc.Arbitrary<Intent> = fc
  .record({
    agentDid: fc.constantFrom("did:aeon:a:1.0:abc", "did:aeon:b:1.0:abc"),
    command: fc.constantFrom(
      "terraform destroy -auto-approve",
      "terraform  destroy -auto-approve",
      "terraform destroy -auto-approve -target=a",
      "dd if=/dev/zero of=/dev/sda",
      "dd if=/dev/zero of=/dev/sdb",
    ),
    more: fc.constantFrom({}, { env: { TF_VAR: "1" } }, { stdin: "yes" }),
    workspace: fc.constantFrom("/home/dev/shop", "/home/dev/site"),
  })
  .map(({ agentDid, command, more, workspace }) =>
    commandIntent("", {
      agentDid,
      arguments: { command, ...more },
      context: { sessionId: "s1", workspace, workingDirectory: workspace },
    }),
  );

const sameAction = (left: Intent, right: Intent): boolean =>
  left.agentDid === right.agentDid &&
  JSON.stringify([left.arguments, left.context]) === JSON.stringify([right.arguments, right.context]);

test("only the very same action of the same agent passes, and only once", async () => {
  await fc.assert(
    fc.asyncProperty(intents, fc.array(intents, { minLength: 1, maxLength: 6 }), async (overridden, others) => {
      const engine = testEngine();
      const submit = async (intent: Intent, count: number) => {
        const answer = await engine.governor.submit({ ...intent, intentId: `i${count}` });
        if (!answer.ok) throw new Error(answer.error);
        return answer.value.outcome;
      };
      const preview = await engine.governor.overrides.preview(overridden);
      if (!preview.ok) throw new Error(preview.error.message);
      const request = { digest: preview.value.digest, reason: "Test", effect: "allow", duration: "once" } as const;
      expect((await engine.governor.overrides.override(overridden, request, "console")).ok).toBe(true);
      let used = false;
      for (const [count, other] of [...others, overridden, overridden].entries()) {
        const passes: boolean = !used && sameAction(overridden, other);
        used ||= passes;
        expect(await submit(other, count)).toBe(passes ? "APPROVED" : "DENIED");
      }
    }),
    { numRuns: 60 },
  );
});
