// Examples: `match` and `not_match` of rules and sequences, run when the policy loads, so that a rule means what its author thinks.
import type { Facts } from "../../../../shared/domain/facts.ts";
import type { Intent } from "../../../../shared/domain/intent.ts";
import type { PolicyExample } from "../../../../shared/domain/policy.ts";
import { minute } from "../../../../shared/lib/clock.ts";
import { perform, startSession } from "../../sessions/sessions.ts";
import type { CompiledRule, FirstStep } from "../compiled-rule.ts";
import type { PolicyInput } from "../../rules/input.ts";
import { Variables } from "../../rules/views.ts";

/** Phase 1 for an example. */
export type FactsOf = (call: Pick<Intent, "tool" | "arguments" | "context">) => Facts;

/** Thursday noon: neither a night nor a week-end. */
const usualMoment = Date.UTC(2026, 0, 1, 12);

/** An example's clock shows what the file says: whoever travels must not find that their policy does not load any more. */
function offsetOf(example: PolicyExample): number {
  const at = typeof example === "string" ? undefined : example.at;
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)$/.exec(at ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Whether the rule matches after these steps; a string when that cannot be told. */
export function runExample(
  steps: readonly PolicyExample[],
  rule: CompiledRule,
  firstStep: FirstStep | undefined,
  factsOf: FactsOf,
): boolean | string {
  try {
    let session = startSession(usualMoment);
    let answer: boolean | string = false;
    for (const [index, step] of steps.entries()) {
      const input: PolicyInput = { ...inputOf(step, index, factsOf), session };
      const variables = new Variables(input, () => offsetOf(step));
      const { result, why } = rule.evaluate(input, variables);
      answer = result === "fault" ? why : result === "matched";
      const marks = firstStep?.holds(variables) === true ? [firstStep.id] : [];
      session = perform(session, input.facts, input.now, marks);
    }
    return answer;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The call an example stands for. A string is a command line. */
export function callOf(example: PolicyExample): Parameters<FactsOf>[0] {
  if (typeof example === "string") return { tool: "execute_command", arguments: { command: example }, context: {} };
  const { tool, workspace, working_directory: workingDirectory } = example;
  return {
    tool,
    arguments: example.arguments,
    context: {
      ...(workspace === undefined ? {} : { workspace }),
      ...(workingDirectory === undefined ? {} : { workingDirectory }),
    },
  };
}

function inputOf(example: PolicyExample, index: number, factsOf: FactsOf): Omit<PolicyInput, "session"> {
  const did = (typeof example === "string" ? undefined : example.agent) ?? "did:aeon:example:1.0:example";
  const at = typeof example === "string" ? undefined : example.at;
  return {
    facts: factsOf(callOf(example)),
    agent: { did, name: "example", requested: undefined },
    now: at === undefined ? usualMoment + index * minute : Date.parse(at),
  };
}
