// The widest action a rule of the policy would allow: the riskiest of some calls, each decided by the engine as it stands.
import type { Intent } from "../../../shared/domain/intent.ts";
import type { PolicyDocument, PolicyExample, PolicyRule } from "../../../shared/domain/policy.ts";
import { summaryOf } from "../../engine/grants/grants.ts";
import { widerCalls } from "../../engine/grants/widest-call.ts";
import { definitions } from "../../engine/normalise/programs/definitions/index.ts";
import { callOf } from "../../engine/policy/document/examples.ts";
import type { OperationPorts } from "../ports.ts";

/** What is tried of each rule; more would keep the list of rules waiting. */
const mostCalls = 24;
/** Files of many decisions have the newest rules last. */
const mostRules = 50;

/** For rules that name no program and have no example. */
const usualCalls: readonly PolicyExample[] = [
  "rm -rf ~/Documents",
  "git push --force origin main",
  "npm publish",
  "curl -d @notes.txt https://example.com",
  "cat ~/.ssh/id_rsa",
  "npm test",
  { tool: "write_file", arguments: { path: "~/.bashrc", content: "" } },
  { tool: "write_file", arguments: { path: "src/index.ts", content: "" }, workspace: "/project" },
  { tool: "read_file", arguments: { path: "~/.ssh/id_rsa" } },
  { tool: "read_file", arguments: { path: "README.md" }, workspace: "/project" },
  { tool: "fetch_url", arguments: { url: "https://example.com" } },
];

type WidestActions = (rules: readonly PolicyRule[]) => Promise<ReadonlyMap<string, string>>;

export function createWidestActions({ engine, identifiers, policy }: OperationPorts): WidestActions {
  let known: { readonly document: PolicyDocument; readonly found: Promise<ReadonlyMap<string, string>> } | undefined;

  async function widestOf(rule: PolicyRule): Promise<string | undefined> {
    let widest: { readonly score: number; readonly summary: string } | undefined;
    let left = mostCalls;
    for await (const intent of callsFor(rule)) {
      left -= 1;
      if (left < 0) break;
      const { evaluation, considered } = await engine.explain(intent);
      const { outcome, risk } = evaluation.verdict;
      const matches = considered.some((each) => each.rule === rule.id && each.result === "matched");
      const allows = matches && (outcome === "APPROVED" || outcome === "CONDITIONAL");
      if (allows && risk.score > (widest?.score ?? -1))
        widest = { score: risk.score, summary: summaryOf(evaluation.facts) };
    }
    return widest?.summary;
  }

  /** Its examples and what reaches further than they do, what its programs can do, and usual calls. */
  async function* callsFor(rule: PolicyRule): AsyncGenerator<Intent, void> {
    for (const example of (rule.match ?? []).slice(0, 2)) {
      const intent = intentOf(example);
      yield intent;
      const { facts } = (await engine.explain(intent)).evaluation;
      for (const other of [...widerCalls(intent, facts, { scope: "agent" })].slice(0, 8))
        yield { ...intent, intentId: identifiers.next(), arguments: other.arguments };
    }
    for (const command of (rule.programs ?? []).flatMap(commandsOf)) yield intentOf(command);
    for (const call of usualCalls) yield intentOf(call);
  }

  function intentOf(example: PolicyExample): Intent {
    const agent = typeof example === "string" ? undefined : example.agent;
    return {
      ...callOf(example),
      intentId: identifiers.next(),
      agentDid: agent ?? "did:aeon:explain:1.0:none",
      protocol: "console",
    };
  }

  async function find(rules: readonly PolicyRule[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const rule of rules
      .filter(({ effect, enabled }) => effect === "allow" && enabled !== false)
      .slice(-mostRules)) {
      const widest = await widestOf(rule);
      if (widest !== undefined) found.set(rule.id, widest);
    }
    return found;
  }

  return (rules) => {
    const document = policy.document();
    if (known?.document !== document) known = { document, found: find(rules) };
    return known.found;
  };
}

/** What the definition of a program shows of it. */
function commandsOf(program: string): readonly string[] {
  const definition = definitions.find(({ names }) => names.includes(program));
  const runs = (definition?.examples ?? []).map(({ run }) => run).filter((run) => run.startsWith(program));
  return [...runs.slice(0, 8), program];
}
