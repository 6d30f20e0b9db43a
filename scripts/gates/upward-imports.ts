// Imports between layers that go against their order, each with its reason.

export interface UpwardImport {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

const intentValues = "digests, actions and entries of an intent share a directory with the governor";
const verdictTypes = "types of the evaluation stand beside its code";

/** Imports against the order of the list, each for a reason. One that has become unnecessary must go. */
export const upwardImports: readonly UpwardImport[] = [
  { from: "shared/domain", to: "shared/contract", reason: "telemetry.ts derives its schema from the contract's" },
  ...["approvals", "intents", "overrides", "pipeline", "policy", "risk", "rules", "sessions"].map((name) => ({
    from: "main/engine",
    to: `main/engine/${name}`,
    reason: "engine.ts puts the parts together; ports.ts names some of their types",
  })),
  { from: "main/engine/sessions", to: "main/engine/intents", reason: intentValues },
  { from: "main/engine/policy", to: "main/engine/pipeline", reason: verdictTypes },
  { from: "main/engine/grants", to: "main/engine/overrides", reason: "one book holds grants and overridden denials" },
  { from: "main/engine/grants", to: "main/engine/approvals", reason: "granting.ts takes an approval's ending" },
  { from: "main/engine/grants", to: "main/engine/pipeline", reason: verdictTypes },
  { from: "main/engine/grants", to: "main/engine/intents", reason: intentValues },
  { from: "main/engine/overrides", to: "main/engine/intents", reason: intentValues },
  {
    from: "main/engine/overrides",
    to: "main/engine/approvals",
    reason: "overriding a denial is a decision that can be undone",
  },
  { from: "main/engine/overrides", to: "main/engine/pipeline", reason: verdictTypes },
  { from: "main/engine/pipeline", to: "main/engine/intents", reason: intentValues },
  { from: "main/engine/approvals", to: "main/engine/intents", reason: intentValues },
];
