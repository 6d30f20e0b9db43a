// Inspection: what could not be looked into is never quietly low.
import type { UninspectedFact } from "../../../../../shared/domain/facts.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, inspectedText, when } from "../../heuristic.ts";

const hiding: ReadonlySet<UninspectedFact["why"]> = new Set(["encoded", "depth", "size", "binary"]);

const sentences: Readonly<Record<UninspectedFact["why"], string>> = {
  syntax: "A part cannot be parsed",
  dynamic: "A part is known only when it runs",
  depth: "A part is nested too deeply to be looked into",
  size: "It is too long to be looked into",
  encoded: "A part is encoded in a way that cannot be undone",
  binary: "A part is not text",
  language: "A part is written in a language that is not parsed",
};

export const inspection: readonly Heuristic[] = [
  {
    id: "cannot-inspect",
    threat: "Cannot be inspected",
    technique: "T1027",
    score: severity.medium,
    check: when(["uninspected"], (view) => {
      const part = view.facts.uninspected[0];
      if (part !== undefined) return { reason: sentences[part.why], evidence: clip(part.part) };
      return (view.facts.command?.length ?? 0) > inspectedText ? { reason: sentences.size } : null;
    }),
    match: ["echo 'unterminated", "$TOOL --run"],
    not_match: ["ls -la", "echo done"],
  },
  {
    id: "hidden-from-inspection",
    threat: "Cannot be inspected",
    technique: "T1027",
    score: severity.warn,
    check: when(["uninspected"], (view) => {
      const part = view.facts.uninspected.find((each) => hiding.has(each.why));
      return part === undefined ? null : { reason: sentences[part.why], evidence: clip(part.part) };
    }),
    match: ["powershell -enc %%%%"],
    not_match: ["base64 -d a.b64 > a.bin"],
  },
];
