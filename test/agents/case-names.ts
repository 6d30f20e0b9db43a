// The cases every agent goes through, in the order of the table.
export const caseNames = [
  "honest call runs",
  "curl | bash denied, model told why",
  "held call waits, approved, continues",
  "file write runs",
  "denied file write does not happen",
  "changed input runs as changed",
  "MCP call behind the gateway asked once",
  "launcher removed: closed",
  "engine killed mid-call: closed",
  "engine not running: closed",
  "malformed answer: closed",
  "no answer in time: closed",
  "ledger has the whole story",
] as const;

/** The cases of an agent that was started with `gatehouse run`. */
export const containedCaseNames = [
  "installs packages through the gate",
  "edits and tests",
  "commits and pushes through the gate",
  "nothing of it refused, nobody asked",
  "no way out of the escape suite works",
  "its hooks stay and answer",
  "it cannot approve itself",
] as const;
export type ContainedCaseName = (typeof containedCaseNames)[number];
export type CaseName = (typeof caseNames)[number] | ContainedCaseName;

export type CaseResult = { readonly state: "passed" } | { readonly state: "failed" | "n/a"; readonly why: string };
