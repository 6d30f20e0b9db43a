// Rows: the features of a question as the numbers a model looks up, one row for each part.
import type { ModelQuestion } from "../../engine/ports.ts";
import { featureOf } from "./bag.ts";
import { type Feature, partsOf } from "./parts.ts";

export function featureRows(question: ModelQuestion): readonly Int32Array[] {
  return partsOf(question).map(numbersOf);
}

/** Features that share a number count once. */
export function numbersOf(features: readonly Feature[]): Int32Array {
  return Int32Array.from(new Set(features.map(featureOf)));
}
