// What the policy screen says about rules, versions and what-if runs.
import type { PolicyChangeKind, WhatIfGroup, WhatIfReport } from "../../shared/contract/policy-api.ts";
import type { RuleEffect } from "../../shared/domain/policy.ts";
import { wholeNumber } from "./format.ts";

export const effectVerbs: Readonly<Record<RuleEffect, string>> = {
  allow: "Allows",
  deny: "Denies",
  escalate: "Asks you",
  condition: "Conditions",
};

export const ruleBuilder = {
  title: "New rule",
  effect: "What the rule does",
  effects: { escalate: "Ask me", deny: "Deny", allow: "Allow" },
  form: "What it is about",
  forms: { programs: "Programs", tools: "Tools" },
  names: { programs: "Names of programs", tools: "Names of tools" },
  examples: { programs: "terraform, kubectl", tools: "WebFetch" },
  reason: "Reason (optional)",
  reasonExample: "Why, for you and your agents",
  preview: "The rule as it will be written",
  notYet: "Goes into the draft. Try it with What if, then save.",
  add: "Add to draft",
  writeYourself: "The rules of this file are written on one line. Add the rule in the editor.",
} as const;

const changeKindWords: Readonly<Record<PolicyChangeKind, string>> = {
  start: "Found at the start",
  file: "Changed in the file",
  decision: "A lasting decision",
  saved: "Saved",
  restored: "Restored",
};

export function authorOf({ how, actor }: { readonly how: PolicyChangeKind; readonly actor: string }): string {
  if (how !== "saved" && how !== "restored") return changeKindWords[how];
  const who = actor === "console" ? "in this window" : `by ${actor.replace(/^cli:/, "")} on the command line`;
  return `${changeKindWords[how]} ${who}`;
}

export const groupWords: Readonly<Record<WhatIfGroup, string>> = {
  denied: "Newly denied",
  asked: "Newly asked",
  allowed: "Newly allowed",
  conditions: "Other conditions",
};

/** What a run could not evaluate; empty if it evaluated everything. */
export function blindSpots({ partial, skipped }: WhatIfReport): readonly string[] {
  const some = (count: number, one: string, many: string): string =>
    `${wholeNumber(count)} ${count === 1 ? one : many}`;
  return [
    partial > 0
      ? `${some(partial, "intent was", "intents were")} decided without the secrets or long texts the ledger does not keep. A rule about those parts may decide otherwise.`
      : "",
    skipped.cut > 0
      ? `${some(skipped.cut, "command was", "commands were")} too long to be recorded whole and could not be decided again.`
      : "",
    skipped.texts > 0
      ? `${some(skipped.texts, "message", "messages")} left out: rules speak about actions, not about texts.`
      : "",
    skipped.standing > 0
      ? `${some(skipped.standing, "intent", "intents")} left out: a stopped or unknown agent, a full queue or a fault decided, not the policy.`
      : "",
  ].filter((sentence) => sentence !== "");
}
