// Parts: the features of a question, part by part. Training and scoring both go through here, so they cannot differ.
import type { ModelQuestion } from "../../engine/ports.ts";
import { callFeatures } from "./call.ts";
import { textFeatures } from "./text.ts";

/** A feature's name, readable by people. */
export type Feature = string;

export function partsOf(question: ModelQuestion): readonly (readonly Feature[])[] {
  if (question.kind === "text") {
    const parts = textFeatures(question.text);
    if (question.origin !== "user") return parts;
    // A user may ask for anything in a sentence or two; only what is built up over a long message tells against it.
    const long = parts.some(([kind]) => kind === "part near");
    return long ? parts.filter(([kind]) => kind !== "part passage") : [];
  }
  return [callFeatures(question.facts, question.findings)];
}
