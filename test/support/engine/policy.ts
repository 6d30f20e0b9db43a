// Policies for tests: compiled from text with a fixed machine around them.
import { createHash } from "node:crypto";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import { type CompiledPolicy, compilePolicy } from "../../../src/main/engine/policy/document/compile.ts";
import type { PolicyInput } from "../../../src/main/engine/rules/input.ts";
import type { PolicyTools } from "../../../src/main/engine/policy/document/compile-rules.ts";
import { startSession } from "../../../src/main/engine/sessions/sessions.ts";
import { makeCommandFacts, makeFacts } from "./facts.ts";

export const noon = Date.UTC(2026, 0, 1, 12);

export const policyTools: PolicyTools = {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  factsOf: ({ tool, arguments: given }) =>
    typeof given["command"] === "string"
      ? makeCommandFacts(given["command"])
      : makeFacts({ tool: "other", givenTool: tool }),
  world: { platform: "linux", home: "/home/ada", caseInsensitive: false, resolveLinks: (path) => path },
  processIds: [4242],
};

export const openTools = 'defaults: { tools: { "*": { allowed: true } } }\n';

/** Throws when the text does not compile. */
export function compiled(text: string, tools: PolicyTools = policyTools): CompiledPolicy {
  const result = compilePolicy({ text, name: "policy.yaml" }, tools);
  if (result.ok) return result.value;
  throw new Error(
    result.error.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`).join("\n"),
  );
}

/** What is wrong with a text, as "line:column path message". */
export function problemsOf(text: string, tools: PolicyTools = policyTools): readonly string[] {
  const result = compilePolicy({ text, name: "policy.yaml" }, tools);
  return result.ok
    ? []
    : result.error.map(({ line, column, path, message }) =>
        `${line}:${column} ${path} ${message}`.replaceAll("  ", " "),
      );
}

export function makeInput(facts: Facts, members: Partial<PolicyInput> = {}): PolicyInput {
  return {
    facts,
    agent: { did: "did:aeon:test:1.0:abc", name: "Test", requested: undefined },
    session: startSession(noon),
    now: noon,
    ...members,
  };
}
