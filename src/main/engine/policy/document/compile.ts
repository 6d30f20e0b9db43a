// Policy text to snapshot, alone or tightened by a project's own file.
import { canonical } from "../../../../shared/lib/canonical.ts";
import {
  type Capabilities,
  type PolicyDocument,
  policyDocumentSchema,
  type PolicyProblem,
  type ProjectDocument,
  projectDocumentSchema,
} from "../../../../shared/domain/policy.ts";
import { ok, type Result } from "../../../../shared/lib/result.ts";
import type { Sha256 } from "../../ports.ts";
import { type Resolver, resolver, tighten, tightenQuotas } from "../capabilities.ts";
import { chooseContainment } from "../containment.ts";
import { conditionChecker, constraintChecker, findTool, type Layer } from "../constraints.ts";
import { evaluator } from "../evaluator.ts";
import { hookProtection } from "../protection/hook-files.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { projectFileName, selfProtection } from "../protection/self-protection.ts";
import type { PolicySnapshot } from "../snapshot.ts";
import { parsePolicyText, type PolicyText } from "../../rules/source.ts";
import { compileRules, type PolicyTools, type CompiledRules } from "./compile-rules.ts";

export interface CompiledPolicy extends PolicySnapshot {
  /** The same policy with what a project's own files take away: one in the workspace, others in the folders around it. */
  readonly tightenedBy: (projects: readonly ProjectPolicy[]) => PolicySnapshot;
}

/** A project's own file, compiled. */
export interface ProjectPolicy {
  readonly document: ProjectDocument;
  readonly rules: CompiledRules;
}

interface PolicyParts {
  readonly document: PolicyDocument;
  readonly rules: CompiledRules;
  readonly resolve: Resolver;
  readonly tools: PolicyTools;
}

export function compilePolicy(
  source: PolicyText,
  tools: PolicyTools,
): Result<CompiledPolicy, readonly PolicyProblem[]> {
  const parsed = parsePolicyText<PolicyDocument>(source, policyDocumentSchema);
  if (!parsed.ok) return parsed;
  const document = deepFreeze(parsed.value.document);
  const rules = compileRules(document, parsed.value.places, tools, "");
  if (!rules.ok) return rules;
  const parts = { document, rules: rules.value, resolve: resolver(document, tools.world), tools };
  const whole = assemble(parts, []);
  const tightenedBy: CompiledPolicy["tightenedBy"] = (projects) =>
    projects.length === 0 ? whole : Object.freeze(assemble(parts, projects));
  return ok(Object.freeze({ ...whole, tightenedBy }));
}

export function compileProject(
  source: PolicyText,
  tools: PolicyTools,
): Result<ProjectPolicy, readonly PolicyProblem[]> {
  const parsed = parsePolicyText<ProjectDocument>(source, projectDocumentSchema);
  if (!parsed.ok) return parsed;
  const document = deepFreeze(parsed.value.document);
  const rules = compileRules(document, parsed.value.places, tools, "project:");
  return rules.ok ? ok({ document, rules: rules.value }) : rules;
}

/** In place of a project file that does not load: what it would have forbidden is not known, so a human is asked. */
export function brokenProject(problem: PolicyProblem): ProjectPolicy {
  const rule: CompiledRule = {
    id: "project:broken",
    effect: "escalate",
    reason: "rule_escalate",
    text: `The project's ${projectFileName} does not load (line ${problem.line}: ${problem.message}) Mend or remove it.`,
    conditions: [],
    answers: [],
    triggers: undefined,
    evaluate: ({ facts }) =>
      facts.effects.some((effect) => effect !== "read" && effect !== "execute")
        ? { result: "matched", why: "It does more than look." }
        : { result: "not_matched", why: "It only looks." },
  };
  return { document: { version: "broken", rules: [], sequences: [] }, rules: { rules: [rule], firstSteps: [] } };
}

function assemble(
  { document, rules, resolve, tools }: PolicyParts,
  projects: readonly ProjectPolicy[],
): PolicySnapshot {
  const documents = projects.map((project) => project.document);
  const constitutionHash = hashOf(
    projects.length === 0 ? document : { policy: document, projects: documents },
    tools.sha256,
  );
  const all = [rules, ...projects.map((project) => project.rules)];
  const projectLayers = documents.map(layerOf);
  const layers = new WeakMap<Capabilities, readonly Layer[]>();
  const tightened = new WeakMap<Capabilities, Capabilities>();
  return {
    document,
    version: `${document.version}+${constitutionHash.slice("sha256:".length, "sha256:".length + 12)}`,
    constitutionHash,
    capabilitiesFor: (agentDid, workspace) => {
      const { capabilities } = resolve(agentDid, workspace);
      const known = tightened.get(capabilities);
      if (known !== undefined) return known;
      const left = documents.reduce((whole, project) => tighten(whole, project, tools.world), capabilities);
      tightened.set(capabilities, left);
      return left;
    },
    projectLimits: (agentDid, facts) => {
      if (projects.length === 0) return undefined;
      const paths = projectLayers.map((layer) => findTool(layer, facts)?.tool.constraints.paths);
      return {
        own: findTool(resolve(agentDid, facts.workspace).capabilities, facts)?.tool.constraints,
        paths: paths.filter((list) => list !== undefined),
      };
    },
    containmentFor: (agentDid, workspace) =>
      chooseContainment(
        resolve(agentDid, workspace).containment,
        documents.map(({ containment }) => containment ?? {}),
      ),
    quotasFor: (agentDid, workspace) =>
      documents.reduce(
        (left, project) => tightenQuotas(left, project.quotas ?? {}),
        resolve(agentDid, workspace).quotas,
      ),
    ...evaluator({
      protections: [
        ...selfProtection(tools.processIds ?? []),
        ...(tools.hooks === undefined ? [] : hookProtection(tools.hooks, tools.world)),
      ],
      layersFor: ({ agent, facts }) => {
        const { capabilities } = resolve(agent.did, facts.workspace);
        const known = layers.get(capabilities);
        if (known !== undefined) return known;
        const made = [{ ...capabilities, prefix: "", unnamedAllowed: false }, ...projectLayers];
        layers.set(capabilities, made);
        return made;
      },
      checkConstraints: constraintChecker(tools.world),
      checkConditions: conditionChecker(tools.world),
      rules: all.flatMap((each) => each.rules),
      firstSteps: all.flatMap((each) => each.firstSteps),
      offsetMinutes: tools.offsetMinutes ?? (() => 0),
    }),
  };
}

function layerOf(document: ProjectDocument): Layer {
  const tools = Object.entries(document.tools ?? {}).map(
    ([name, tool]) => [name, { allowed: tool.allowed ?? true, constraints: tool.constraints ?? {} }] as const,
  );
  return {
    prefix: "project:",
    tools: Object.fromEntries(tools),
    network: document.network ?? {},
    resources: document.resources ?? {},
    unnamedAllowed: true,
  };
}

function hashOf(document: unknown, sha256: Sha256): string {
  return `sha256:${sha256(canonical(document))}`;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
