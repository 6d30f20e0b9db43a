// The policy, as people read, check, change and question it.
import type { Operations } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { RuleUse } from "../../../shared/contract/policy-api.ts";
import type { PolicyRule, PolicySequence } from "../../../shared/domain/policy.ts";
import { ok } from "../../../shared/lib/result.ts";
import { day } from "../../../shared/lib/clock.ts";
import { type OperationPorts, refuse } from "../ports.ts";
import { createWidestActions } from "./widest-action.ts";

type PolicyOperations = Pick<
  Operations,
  "explain" | "getPolicy" | "savePolicy" | "checkPolicy" | "listRuleUse" | "listPolicyTemplates"
>;

/** More rules than anybody writes by hand. */
const mostRules = 10_000;

export function policyOperations(ports: OperationPorts): PolicyOperations {
  const { engine, policy, identifiers, reader, clock } = ports;
  const widestActions = createWidestActions(ports);

  async function useOf(ids: ReadonlySet<string>, days: number): Promise<ReadonlyMap<string, Use>> {
    const from = clock.now() - days * day;
    const filter = { kinds: ["verdict" as const], from };
    const counts = await reader.facets({ filter, facet: "rule", limit: mostRules });
    const used = counts.filter(({ value }) => ids.has(value) || isLimit(value));
    const uses = await Promise.all(
      used.map(async ({ value, entries }): Promise<[string, Use]> => {
        const last = await reader.page({ filter: { ...filter, rules: [value] }, limit: 1 });
        return [value, { hits: entries, lastUsedAt: last.entries[0]?.at }];
      }),
    );
    return new Map(uses);
  }

  return {
    explain: async (input) => {
      const { workspace, draft, approvalId, agentDid = "did:aeon:explain:1.0:none" } = input;
      const held = engine.approvals.list().find((approval) => approval.approvalId === approvalId)?.intent;
      if (approvalId !== undefined && held === undefined)
        return refuse("not_found", "This request is no longer waiting.");
      const asked: Intent = held ?? {
        intentId: identifiers.next(),
        agentDid,
        tool: input.tool,
        arguments: input.arguments,
        context: workspace === undefined ? {} : { workspace, workingDirectory: workspace },
        protocol: "console",
      };
      const intent = { ...asked, arguments: input.arguments };
      const trial = draft === undefined ? undefined : policy.trial(draft);
      if (trial?.ok === false) return refuse("invalid_input", `The draft does not load. ${trial.error}`);
      const { evaluation, considered } = await engine.explain(intent, trial?.value);
      return ok({ facts: evaluation.facts, verdict: evaluation.verdict, considered });
    },
    getPolicy: async () => ok(policy.text()),
    savePolicy: async ({ text, base }, actor) => {
      const now = policy.text();
      const standing = now.file?.id ?? now.id;
      if (base !== undefined && base !== standing) {
        return refuse(
          "stale",
          "The policy file was changed while you were editing it. Nothing was saved: compare your draft with the file first.",
        );
      }
      return policy.save(text, { how: "saved", actor });
    },
    checkPolicy: async ({ text }) => ok(await policy.check(text)),
    listPolicyTemplates: async () => ok(policy.templates()),
    listRuleUse: async ({ days }) => {
      const { rules, sequences } = policy.document();
      const named = [...rules.map(ruleUse), ...sequences.map(sequenceUse)];
      try {
        const uses = await useOf(new Set(named.map(({ id }) => id)), days);
        const widest = await widestActions(rules);
        const known = named.map((rule) => ({
          ...rule,
          ...shown(uses.get(rule.id)),
          ...(widest.has(rule.id) ? { widest: widest.get(rule.id) ?? "" } : {}),
        }));
        const others = [...uses]
          .filter(([id]) => isLimit(id) && !named.some((rule) => rule.id === id))
          .map(([id, use]): RuleUse => ({ id, kind: "other", about: aboutLimit(id), ...shown(use) }));
        return ok([...known, ...others]);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return refuse("unavailable", `The ledger cannot say how often rules were used. ${why}`);
      }
    },
  };
}

interface Use {
  readonly hits: number;
  readonly lastUsedAt: number | undefined;
}

function shown(use: Use | undefined): Pick<RuleUse, "hits" | "lastUsedAt"> {
  if (use === undefined) return { hits: 0 };
  return { hits: use.hits, ...(use.lastUsedAt === undefined ? {} : { lastUsedAt: use.lastUsedAt }) };
}

function ruleUse(rule: PolicyRule): RuleUse {
  const about = [
    rule.tools?.join(", "),
    rule.effects?.join(", "),
    rule.programs?.join(", "),
    rule.when?.replaceAll(/\s+/g, " "),
  ];
  return {
    id: rule.id,
    kind: "rule",
    effect: rule.effect,
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
    about: about.filter((part) => part !== undefined).join(" · "),
    ...(rule.expires === undefined ? {} : { expires: rule.expires }),
    hits: 0,
  };
}

function sequenceUse(sequence: PolicySequence): RuleUse {
  const steps = [sequence.first, sequence.then].filter((step) => step !== undefined);
  return {
    id: sequence.id,
    kind: "sequence",
    effect: sequence.effect,
    ...(sequence.reason === undefined ? {} : { reason: sequence.reason }),
    about: steps.map((step) => step.replaceAll(/\s+/g, " ")).join(" → "),
    hits: 0,
  };
}

const limit = /^(?:builtin\.|project:|tools\b|network\.|resources\.|capabilities_requested)/;

/** Verdicts also name limits such as "tools.write_file.paths" and what is built in. Grants are shown with their agents. */
function isLimit(rule: string): boolean {
  return limit.test(rule);
}

function aboutLimit(rule: string): string {
  if (rule === "builtin.inspection-limit") return "Built in: what is too much to look into is asked about";
  if (rule.startsWith("builtin.")) return "Built in: Gatehouse protects itself";
  if (rule.startsWith("project:")) return "From a project's own file";
  return rule === "capabilities_requested"
    ? "What the agent asked for when it registered"
    : "A limit of the capabilities";
}
