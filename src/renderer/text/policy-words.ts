// Words and small answers about a policy's text and history.
import type { PolicyChangeKind, RuleUse, WhatIfChange, WhatIfGroup, WhatIfReport } from "../../shared/policy-desk.ts";
import type { RuleEffect } from "../../shared/policy.ts";
import type { Outcome } from "../../shared/verdict.ts";
import { wholeNumber } from "./format.ts";

/** The line a rule's id stands on, from 1. */
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

export const effectVerbs: Readonly<Record<RuleEffect, string>> = {
  allow: "Allows",
  deny: "Denies",
  escalate: "Asks you",
  condition: "Conditions",
};

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

export type RuleOrder = "file" | "used" | "unused";

/** Built-in protections and limits stand after the rules of the file. */
export function ruleOrder(rules: readonly RuleUse[], order: RuleOrder, words: string): readonly RuleUse[] {
  const wanted = words.trim().toLowerCase();
  const found = rules.filter(
    ({ id, reason = "", about }) => wanted === "" || `${id} ${reason} ${about}`.toLowerCase().includes(wanted),
  );
  if (order === "unused") return found.filter(({ hits, kind }) => hits === 0 && kind !== "other");
  return order === "used" ? found.toSorted((left, right) => right.hits - left.hits) : found;
}

export interface ToldChange extends WhatIfChange {
  /** How many like it there were, itself included. */
  readonly count: number;
}

/** The same action by the same agent with the same end is told once, by its newest. */
export function toldOnce(changes: readonly WhatIfChange[]): readonly ToldChange[] {
  const told = new Map<string, ToldChange>();
  for (const change of changes) {
    const { agentDid, tool, summary, before, after, rule = "" } = change;
    const key = [agentDid, tool, summary, before, after, rule].join("\n");
    const known = told.get(key);
    if (known === undefined) told.set(key, { ...change, count: 1 });
    else told.set(key, { ...(change.at > known.at ? change : known), count: known.count + 1 });
  }
  return [...told.values()];
}

/** What a run did not see, in plain words; nothing when it saw everything. */
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
