// Sequences: a step that is harmless alone and is not after another one.
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import { perform, startSession } from "../../../src/main/engine/sessions/sessions.ts";
import { makeCommandFacts, makeFacts, makeHost, makePath } from "../../support/engine/facts.ts";
import { compiled, makeInput, noon, openTools, problemsOf } from "../../support/engine/policy.ts";

const policy = compiled(`${openTools}
sequences:
  - id: secret-then-network
    effect: escalate
    first: facts.paths.exists(p, p.zone == "secrets")
    then: facts.hosts.exists(h, !h.local)
    within: 15m
    reason: It has read a secret
  - id: download-then-run
    effect: deny
    then: facts.paths.exists(p, p.access == "execute" && p.path in session.downloaded)
`);

const readSecret = makeFacts({
  tool: "read_file",
  paths: [makePath("/home/ada/.aws/credentials", { zone: "secrets" })],
});
const reachOut = makeCommandFacts("curl x", { hosts: [makeHost("example.com")] });

/** The decision on the last step after all the others ran. */
function after(steps: readonly Facts[], minutesBetween = 1) {
  let session = startSession(noon);
  let decision = policy.evaluate(makeInput(makeFacts()));
  for (const [index, facts] of steps.entries()) {
    const input = makeInput(facts, { session, now: noon + index * minutesBetween * 60_000 });
    decision = policy.evaluate(input);
    session = perform(session, facts, input.now, policy.marks(input));
  }
  return decision;
}

describe("secret, then network", () => {
  test("each step alone is nothing", () => {
    expect(after([readSecret]).effect).toBe("none");
    expect(after([reachOut]).effect).toBe("none");
    expect(after([reachOut, readSecret]).effect).toBe("none");
  });

  test("one after the other asks a human", () => {
    expect(after([readSecret, makeFacts(), reachOut])).toEqual({
      effect: "escalate",
      reason: "sequence",
      rule: "secret-then-network",
      text: "Sequence secret-then-network asks a human: It has read a secret.",
      conditions: [],
    });
  });

  test("too long ago does not count", () => {
    expect(after([readSecret, reachOut], 15).effect).toBe("escalate");
    expect(after([readSecret, reachOut], 16).effect).toBe("none");
  });
});

test("download, then run the same file", () => {
  const fetch = makeCommandFacts("curl -o /tmp/x.sh u", {
    hosts: [makeHost("example.com")],
    paths: [makePath("/tmp/x.sh", { access: "write" })],
  });
  const run = (path: string) => makeCommandFacts(`bash ${path}`, { paths: [makePath(path, { access: "execute" })] });
  expect(after([fetch, run("/tmp/x.sh")]).effect).toBe("deny");
  expect(after([fetch, run("/tmp/y.sh")]).effect).toBe("none");
});

test("a first step whose condition fails counts as taken", () => {
  const failing = compiled(
    `${openTools}sequences:\n  - { id: s, effect: deny, first: "facts.commands[5].program == 'x'", then: "facts.tool == 'other'" }\n`,
  );
  expect(failing.marks(makeInput(makeFacts()))).toEqual(["s"]);
});

test("examples are lists of steps", () => {
  const text = (match: string) =>
    `${openTools}sequences:\n  - { id: s, effect: deny, first: '"rm" in facts.programs', then: '"curl" in facts.programs', ${match} }\n`;
  expect(problemsOf(text("match: [[rm x, ls, curl y]], not_match: [[curl y], [curl y, rm x], [rm x, ls]]"))).toEqual(
    [],
  );
  expect(problemsOf(text("match: [[curl y]]"))[0]).toMatch(/sequences\[0\]\.match\[0\] The example does not match/);
});
