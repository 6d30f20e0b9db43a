// Parts: the features of a question, part by part. Training and scoring both go through here, so they cannot differ.
import type { ModelQuestion } from "../../engine/ports.ts";
import { callFeatures } from "./call.ts";
import { textFeatures } from "./text.ts";

/** A feature's name, readable by people. */
export type Feature = string;

export function partsOf(question: ModelQuestion): readonly (readonly Feature[])[] {
  if (question.kind === "text") return textFeatures(question.text);
  return [callFeatures(question.facts, question.findings)];
}
