// Packs: files with rules that score what is risky, as schema and types. A rule has the format of the policy's rules.
import { z } from "zod";
import { type Immutable, ruleSchema } from "./policy.ts";
import { severityNames, threats } from "./threats.ts";

/** Members of the policy's rules that have no place in a pack, with where they belong. */
const elsewhere = (message: string) => z.undefined({ error: message }).optional();
const inPolicy = "A pack only scores. What is allowed, denied or asked by rule belongs into the policy.";

const reason = z.string().min(1).max(200);
/** One of several things a rule is about, with a sentence of its own. */
const caseSchema = z.strictObject({ when: ruleSchema.shape.when.unwrap(), reason });

const examples = z.array(ruleSchema.shape.match.unwrap().element).min(1, "Give at least one example.").max(100);

const packRuleSchema = ruleSchema.extend({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,62}[a-z0-9]$/, "An id has 3 to 64 small letters, digits and dashes."),
  effect: elsewhere(`${inPolicy} Write a score: ask asks a human, deny denies.`),
  enabled: elsewhere("Rules of packs are switched off in the settings."),
  expires: elsewhere(inPolicy),
  conditions: elsewhere(inPolicy),
  answers: elsewhere(inPolicy),
  score: z.enum(severityNames, { error: `A score is one of ${severityNames.join(", ")}.` }),
  threat: z.enum(threats, { error: "That is no threat of the list in docs/packs.md." }),
  reason: reason.optional(),
  cases: z.array(caseSchema).min(1, "Give at least one case.").max(30).optional(),
  match: examples,
  not_match: examples,
});

export const packSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,38}[a-z0-9]$/, "A name has 2 to 40 small letters, digits and dashes."),
  version: z.union([z.string().min(1).max(64), z.number().transform(String)], {
    error: "Write the version as text, such as 1.0.0.",
  }),
  description: z.string().min(1).max(500),
  rules: z.array(packRuleSchema).min(1, "A pack has at least one rule.").max(500),
});

export type PackDocument = Immutable<z.output<typeof packSchema>>;
export type PackRule = PackDocument["rules"][number];
