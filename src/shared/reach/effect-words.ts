// Places and what could not be inspected, in plain words.
import type { UninspectedFact, Zone } from "../domain/facts.ts";
import { visibleLine } from "../lib/visible.ts";

const zoneWords: Readonly<Record<Zone, string>> = {
  gatehouse: "Gatehouse's own files",
  secrets: "secrets are stored there",
  system: "belongs to the system",
  home: "outside the project",
  other: "outside the project",
  unknown: "only known when it starts",
  temporary: "temporary folder",
  workspace: "in the project",
};

export function zoneSentence(zone: Zone): string {
  return zoneWords[zone];
}

const uninspectedWords: Readonly<Record<UninspectedFact["why"], string>> = {
  syntax: "its syntax could not be parsed",
  dynamic: "it is only known when it runs",
  depth: "it is nested too deeply",
  size: "it is too large",
  encoded: "it is encoded",
  binary: "it is binary",
  language: "it is in a language Gatehouse does not read",
};

export function uninspectedSentence(fact: UninspectedFact): string {
  return `${visibleLine(fact.part)}: ${uninspectedWords[fact.why]}`;
}
