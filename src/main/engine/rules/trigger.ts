// Triggers: what a call must show before a rule can apply to it. The rule index reads them; rules themselves are never parsed again.
import type { Effect, PathFact } from "../../../shared/domain/facts.ts";

/** What features are about ("pathtext" is a part of a path), from rare to common: of two that must both be there, the rarer one makes the better trigger. */
export const featureKinds = [
  "path",
  "pathtext",
  "host",
  "object",
  "verb",
  "reach",
  "setting",
  "agent",
  "subcommand",
  "program",
  "family",
  "workspace",
  "filekind",
  "form",
  "filetrigger",
  "zone",
  "access",
  "tool",
  "effect",
  "some",
] as const;
export type FeatureKind = (typeof featureKinds)[number];

/** One thing a call shows, such as "program:git", "subcommand:push", "effect:network" or "some:redirect". */
export type Feature = `${FeatureKind}:${string}`;

/** Names of frequent features, for rules that are written in code. */
export type NamedTrigger =
  | `${PathFact["access"]} path`
  | "assignment"
  | "code"
  | "command"
  | "host"
  | "control"
  | "persistence"
  | "unprotected"
  | "pipe"
  | "redirect"
  | "secret"
  | "uninspected"
  | "wrapper";

/**
 * Something without which a rule cannot apply. The triggers of one rule are alternatives.
 * - `program`: a program this holds for is run.
 * - `text`: the command line in lower case matches this.
 * - `words`: some command, argument, input, assignment or redirect holds these words, in any case.
 */
export type Trigger =
  | Feature
  | NamedTrigger
  | { readonly program: (program: string) => boolean }
  | { readonly text: RegExp }
  | { readonly words: RegExp };

/** At least one of them must be there; undefined: the rule is asked about every call. */
export type Triggers = readonly Trigger[] | undefined;

const effectNames: readonly string[] = ["control", "persistence", "unprotected"] satisfies readonly Effect[];

/** The feature a trigger stands for; undefined for one that tests or searches. */
export function featureOf(trigger: Trigger): Feature | undefined {
  if (typeof trigger !== "string") return undefined;
  if (isFeature(trigger)) return trigger;
  if (trigger.endsWith(" path")) return `access:${trigger.slice(0, -" path".length)}`;
  return effectNames.includes(trigger) ? `effect:${trigger}` : `some:${trigger}`;
}

function isFeature(trigger: Feature | NamedTrigger): trigger is Feature {
  return trigger.includes(":");
}

export function kindOf(feature: Feature): FeatureKind {
  const name = feature.slice(0, feature.indexOf(":"));
  const kind = featureKinds.find((each) => each === name);
  if (kind === undefined) throw new TypeError(`"${name}" is no kind of feature.`);
  return kind;
}

export function valueOf(feature: Feature): string {
  return feature.slice(feature.indexOf(":") + 1);
}
