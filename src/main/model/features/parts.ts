// Parts: the features of a question, part by part. Training and scoring both go through here, so they cannot differ.
import type { ModelQuestion } from "../../engine/ports.ts";
import { callFeatures } from "./call.ts";
import { textFeatures } from "./text.ts";

/** A feature's name, readable by people. */
export type Feature = string;

export function partsOf(question: ModelQuestion): readonly (readonly Feature[])[] {
  if (question.kind === "text") {
    const parts = textFeatures(question.text);
    // A user may ask for anything in a sentence; only what is built up over the whole of a message tells against it.
    return question.origin === "user" ? parts.filter(([kind]) => kind !== "part passage") : parts;
  }
  return [callFeatures(question.facts, question.findings)];
}
