// The shape of a phase of a decision, and helpers to build one.
import { type Finding, type ReasonCode, reasons } from "../../../../shared/domain/verdict.ts";
import type { Json } from "../../../../shared/lib/json.ts";

export interface StoryFact {
  readonly term: string;
  readonly value: string;
  /** Written by an agent or part of a command: shown character by character. */
  readonly verbatim?: boolean;
}

export interface Phase {
  /** 1 to 6; undefined for the human between four and five. */
  readonly phase?: number;
  readonly title: string;
  readonly sentence: string;
  readonly tone: "plain" | "decided" | "refused" | "waiting" | "skipped";
  readonly facts: readonly StoryFact[];
  readonly findings?: readonly Finding[];
  /** How long it took. */
  readonly took?: string;
}

export function sentenceOf(reason: ReasonCode | undefined): string {
  return reason === undefined ? "" : `${reasons[reason]}.`;
}

export function many(term: string, values: readonly string[]): readonly StoryFact[] {
  return values.map((value) => ({ term, value, verbatim: true }));
}

export function textFact(term: string, value: Json | undefined): readonly StoryFact[] {
  return typeof value === "string" && value !== "" ? [{ term, value, verbatim: true }] : [];
}
