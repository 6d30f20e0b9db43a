// How the window undoes what a terminal did: by what it was, and by what was there before.
import type { OperationName } from "../../../shared/contract/channels.ts";
import type { OperationError, OperationInput, OperationOutput, Operations } from "../../../shared/contract/contract.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { settingNames, type SettingsChanges } from "../../../shared/contract/settings.ts";
import type { OperationPorts } from "../ports.ts";
import type { Undo } from "./requests.ts";

export type UndoPorts = Pick<OperationPorts, "engine" | "executions" | "policy" | "settings">;

/** Looks at what is there now; the function it gives back makes the undo once the operation has succeeded. */
export type PrepareUndo = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
) => (output: OperationOutput<Name>) => Undo | undefined;

type Preparations = {
  readonly [Name in OperationName]?: (
    input: OperationInput<Name>,
  ) => (output: OperationOutput<Name>) => Undo | undefined;
};

const reason = "Undone in the window.";

export function createPrepareUndo(ports: UndoPorts, operations: Operations): PrepareUndo {
  async function withdraw(ids: readonly string[], actor: string) {
    let failure: Result<undefined, OperationError> = ok(undefined);
    for (const id of ids) {
      const undone = await ports.engine.approvals.undo(id, actor);
      if (!undone.ok) {
        // The others are undone all the same; what was undone before needs nothing more.
        if (undone.error.code !== "not_found" || ids.length === 1) failure = undone;
        continue;
      }
      // What Gatehouse runs for the agent itself ends at once.
      for (const { agentDid, intentId } of undone.value.withdrawn) ports.executions.cancel(agentDid, intentId, actor);
    }
    return failure;
  }

  const restorePolicy = () => {
    const { id } = ports.policy.text();
    const undo: Undo = (actor) => operations.restorePolicy({ id }, actor);
    return () => (ports.policy.versions.has(id) ? undo : undefined);
  };

  const preparations: Preparations = {
    resolveApproval: () => (resolved) =>
      resolved.outcome === "REFUSED" ? undefined : (actor) => withdraw([resolved.approvalId], actor),
    resolveApprovals: () => (answers) => {
      const ids = answers.filter(({ answer }) => answer.ok).map(({ approvalId }) => approvalId);
      return ids.length === 0 ? undefined : (actor) => withdraw(ids, actor);
    },
    decidePast: () => (grant) => (actor) => withdraw([grant.grantId], actor),
    setHalt:
      ({ agentDid }) =>
      () =>
      (actor) =>
        operations.setHalt({ ...(agentDid === undefined ? {} : { agentDid }), halted: true, reason }, actor),
    pairAgent:
      ({ agentDid }) =>
      () =>
      (actor) =>
        operations.pairAgent({ agentDid, accept: false, reason }, actor),
    savePolicy: restorePolicy,
    restorePolicy,
    // Observe mode is a setting on top of the policy, so that restoring a policy would not end it.
    setMode: () => () => (actor) => operations.setMode({ mode: "enforce" }, actor),
    overrideDenial: () => (grant) => (actor) => withdraw([grant.grantId], actor),
    saveSettings: (changes) => {
      const before = ports.settings.current();
      const back: SettingsChanges = Object.fromEntries(settingNames(changes).map((name) => [name, before[name]]));
      return () => (actor) => operations.saveSettings(back, actor);
    },
  };

  return (name, input) => preparations[name]?.(input) ?? (() => undefined);
}
