// Policy: the document a person writes, as schema and types. Its capability part goes to agents as it stands.
import { z } from "zod";
import { containmentSchema } from "../containment/index.ts";
import { effects } from "./facts.ts";
import { threats } from "./threats.ts";
import { conditionKinds } from "./verdict.ts";

/** Data that nobody may change after it was loaded. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Immutable<Value[Member]> }
    : Value;

const listLimit = 1000;
const pattern = z.string().min(1).max(512);
const patterns = z.array(pattern).max(listLimit);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

// oxlint-disable-next-line no-control-regex -- the range is how "ASCII" is written
const ascii = /^[\x21-\x7e]+$/;
const domains = z
  .array(z.string().min(1).max(253).regex(ascii, "Write the host in its ASCII form (xn--…) and without blanks."))
  .max(listLimit);

const constraintsSchema = z.strictObject({
  /** Everything the tool touches must lie in one of these. Relative ones start at the workspace. */
  paths: patterns.optional(),
  /** Nothing the tool touches may match one of these. Relative ones match at any depth. */
  blocked_paths: patterns.optional(),
  max_size_bytes: count.optional(),
  /** "curl|bash" is a pipeline; anything else is a command form, or text. */
  blocked_patterns: patterns.optional(),
  timeout_seconds: z.number().int().min(1).max(86_400).optional(),
});

const networkSchema = z.strictObject({
  /** Empty or absent: every host that is not blocked. Otherwise: only these. */
  allowed_domains: domains.optional(),
  blocked_domains: domains.optional(),
  max_requests_per_minute: count.optional(),
});

const resourcesSchema = z.strictObject({
  max_memory_mb: z.number().int().min(1).max(1_048_576).optional(),
  max_cpu_percent: z.number().int().min(1).max(100).optional(),
  max_disk_mb: z.number().int().min(1).max(1_073_741_824).optional(),
  network_allowed: z.boolean().optional(),
});

const quotasSchema = z.strictObject({
  intents_per_minute: count.optional(),
  intents_per_session: count.optional(),
});

const toolName = z.string().min(1).max(256);

const capabilitiesSchema = z.strictObject({
  /** By canonical tool name, by an agent's own tool name, or by a pattern such as "mcp__github__*". "*" is for the rest. */
  tools: z
    .record(toolName, z.strictObject({ allowed: z.boolean(), constraints: constraintsSchema.default({}) }))
    .default({}),
  network: networkSchema.default({}),
  resources: resourcesSchema.default({}),
});

/** What an override may say: only the members it names change. */
const overrideMembers = {
  tools: z
    .record(toolName, z.strictObject({ allowed: z.boolean().optional(), constraints: constraintsSchema.optional() }))
    .optional(),
  network: networkSchema.optional(),
  resources: resourcesSchema.optional(),
  quotas: quotasSchema.optional(),
  /** How a contained run of the agent, or in the project, is held. */
  containment: containmentSchema.optional(),
};
const overrideSchema = z.strictObject({ match: pattern, ...overrideMembers });

const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "An id has up to 64 letters, digits, dots, dashes and underscores.");
const expression = z.string().min(1).max(4000);
const reason = z.string().min(1).max(500);

const exampleSchema = z.strictObject({
  tool: toolName,
  arguments: z.record(z.string(), z.json()).default({}),
  workspace: z.string().optional(),
  working_directory: z.string().optional(),
  agent: z.string().optional(),
  /** The moment it is judged at; noon UTC on a Thursday when it is not said. */
  at: z.iso.datetime({ offset: true }).optional(),
});

/** A string is short for a command line. */
const exampleOrCommandSchema = z.union([z.string().min(1), exampleSchema], {
  error: "An example is a command line, or a tool with its arguments.",
});

const conditionSchema = z.strictObject({
  kind: z.enum(conditionKinds),
  text: z.string().min(1).max(500),
  value: z.json().optional(),
});

export const ruleEffects = ["allow", "deny", "escalate", "condition"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

export const ruleSchema = z.strictObject({
  id: identifier,
  effect: z.enum(ruleEffects),
  /** A rule that is switched off is checked like any other and says nothing. */
  enabled: z.boolean().optional(),
  /** One of these tools, and one of these effects, and one of these programs: what is absent does not matter. */
  tools: z.array(toolName).min(1).max(listLimit).optional(),
  effects: z.array(z.enum(effects)).min(1).optional(),
  programs: z.array(z.string().min(1).max(256)).min(1).max(listLimit).optional(),
  when: expression.optional(),
  reason: reason.optional(),
  /** What it guards against, for people: a threat of the closed list and a technique of MITRE ATT&CK. */
  threat: z.enum(threats).optional(),
  technique: z
    .string()
    .regex(/^T\d{4}(?:\.\d{3})?$/, "A technique of ATT&CK is written as T1059 or T1059.004.")
    .optional(),
  /** From this moment on the rule says nothing. */
  expires: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: "Write a date or a time such as 2026-12-31 or 2026-12-31T18:00:00Z.",
    })
    .optional(),
  conditions: z.array(conditionSchema).min(1).max(20).optional(),
  /** Rules and sequences that would ask a human, for which this one is the human's standing answer. Only with allow. */
  answers: z.array(identifier).min(1).max(100).optional(),
  match: z.array(exampleOrCommandSchema).max(100).optional(),
  not_match: z.array(exampleOrCommandSchema).max(100).optional(),
});

export const sequenceSchema = z.strictObject({
  id: identifier,
  effect: z.enum(["deny", "escalate"]),
  enabled: z.boolean().optional(),
  /** A step of the past. Absent: `then` alone looks back, through `session`. */
  first: expression.optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- it is text, so nothing takes the object for a promise
  then: expression,
  within: z
    .string()
    .regex(/^[1-9][0-9]{0,5}[smhd]$/, "Write a number with s, m, h or d, such as 15m.")
    .optional(),
  reason: reason.optional(),
  /** Each example is a list of steps; the last one is judged. */
  match: z.array(z.array(exampleOrCommandSchema).min(1).max(10)).max(50).optional(),
  not_match: z.array(z.array(exampleOrCommandSchema).min(1).max(10)).max(50).optional(),
});

const rules = z.array(ruleSchema).max(10_000).default([]);
const sequences = z.array(sequenceSchema).max(listLimit).default([]);

/** The policy's own version, as agents get it. */
const version = z.union([z.string().min(1).max(64), z.number().transform(String)], {
  error: "Write the version as text, such as 1.0.0.",
});

/** How the ids of rules begin that a human's lasting decision wrote. */
export const decidedPrefix = "human-";

export const policyDocumentSchema = z.strictObject({
  version: version.default("1.0.0"),
  /** Observe mode is a switch on top of the policy; the member is read so that older files still load. */
  mode: z
    .literal("enforce", {
      error: "Observe mode is no part of the policy. Remove this line, and switch it on with: gatehouse observe on",
    })
    .default("enforce"),
  defaults: capabilitiesSchema,
  quotas: quotasSchema.default({}),
  containment: containmentSchema.optional(),
  /** Seconds a verdict holds; the settings' own when it is not said. */
  verdict_expiry_seconds: z.number().int().min(1).max(86_400).optional(),
  /** "required" demands a signature on every message, whatever key the agent has. */
  signatures: z.enum(["optional", "required"]).default("optional"),
  agents: z.array(overrideSchema).max(listLimit).default([]),
  projects: z.array(overrideSchema).max(listLimit).default([]),
  rules,
  sequences,
});

/** A repository comes from anywhere: its file must not put other words into an agent's call. */
const projectConditionSchema = conditionSchema.extend({
  kind: z.enum(conditionKinds).exclude(["arguments"], {
    error: "A project's own file can only tighten: it changes no arguments.",
  }),
});

/** A project's own file: it can only take away. */
export const projectDocumentSchema = z.strictObject({
  version: version.default("1.0.0"),
  ...overrideMembers,
  rules: z
    .array(
      ruleSchema.extend({
        effect: z.enum(["deny", "escalate", "condition"], {
          error: "A project's own file can only tighten: deny, escalate or condition.",
        }),
        conditions: z.array(projectConditionSchema).min(1).max(20).optional(),
      }),
    )
    .max(listLimit)
    .default([]),
  sequences,
});

export type ToolConstraints = Immutable<z.output<typeof constraintsSchema>>;
export type NetworkCapability = Immutable<z.output<typeof networkSchema>>;
export type ResourceLimits = Immutable<z.output<typeof resourcesSchema>>;
export type Quotas = Immutable<z.output<typeof quotasSchema>>;
/** The member `capabilities` of G2A_POLICY, word for word. */
export type Capabilities = Immutable<z.output<typeof capabilitiesSchema>>;
export type ToolCapability = Capabilities["tools"][string];
export type PolicyOverride = Immutable<z.output<typeof overrideSchema>>;
export type PolicyExample = Immutable<z.output<typeof exampleOrCommandSchema>>;
export type PolicyRule = Immutable<z.output<typeof ruleSchema>>;
export type PolicySequence = Immutable<z.output<typeof sequenceSchema>>;
export type PolicyDocument = Immutable<z.output<typeof policyDocumentSchema>>;
export type ProjectDocument = Immutable<z.output<typeof projectDocumentSchema>>;

/** What is wrong with a policy file, and where. Lines and columns count from 1. */
export interface PolicyProblem {
  readonly line: number;
  readonly column: number;
  /** The member, such as "rules[3].when". */
  readonly path: string;
  readonly message: string;
}

/** A problem as one line of text: where, and what. */
export function describeProblem({ line, column, path, message }: PolicyProblem): string {
  return `${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`;
}
