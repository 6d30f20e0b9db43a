// Finding and ordering the rules of a policy, and merging equal changes of a what-if run.
import type { RuleUse, WhatIfChange } from "../../../shared/contract/policy-api.ts";
import type { RuleEffect } from "../../../shared/domain/policy.ts";
import type { Outcome } from "../../../shared/domain/verdict.ts";

/** The line of a rule's id, from 1. */
export function lineOfRule(text: string, id: string): number | undefined {
  const escaped = id.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const found = new RegExp(`(?:^|[\\s{,-])id:\\s*["']?${escaped}["']?\\s*(?:[,}#]|$)`, "m").exec(text);
  if (found === null) return undefined;
  const start = found.index + found[0].indexOf("id:");
  return text.slice(0, start).split("\n").length;
}

/** The outcome an effect leads to, for its mark. */
export const outcomeOfEffect: Readonly<Record<RuleEffect, Outcome>> = {
  allow: "APPROVED",
  deny: "DENIED",
  escalate: "ESCALATE",
  condition: "CONDITIONAL",
};

export type RuleOrder = "file" | "used" | "unused";

/** Built-in protections and limits come after the rules of the file. */
export function ruleOrder(rules: readonly RuleUse[], order: RuleOrder, words: string): readonly RuleUse[] {
  const wanted = words.trim().toLowerCase();
  const found = rules.filter(
    ({ id, reason = "", about }) => wanted === "" || `${id} ${reason} ${about}`.toLowerCase().includes(wanted),
  );
  if (order === "unused") return found.filter(({ hits, kind }) => hits === 0 && kind !== "other");
  return order === "used" ? found.toSorted((left, right) => right.hits - left.hits) : found;
}

export interface MergedChange extends WhatIfChange {
  /** The number of equal changes, including this one. */
  readonly count: number;
}

/** Equal changes of one agent become one, with the time of the newest. */
export function mergeChanges(changes: readonly WhatIfChange[]): readonly MergedChange[] {
  const merged = new Map<string, MergedChange>();
  for (const change of changes) {
    const { agentDid, tool, summary, before, after, rule = "" } = change;
    const key = [agentDid, tool, summary, before, after, rule].join("\n");
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...change, count: 1 });
    else merged.set(key, { ...(change.at > known.at ? change : known), count: known.count + 1 });
  }
  return [...merged.values()];
}
