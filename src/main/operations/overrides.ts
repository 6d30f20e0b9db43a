// Overriding a denial by score, and feedback on a verdict, as people handle them.
import type { LedgerEntry } from "../../shared/domain/audit.ts";
import type { OperationError, Operations } from "../../shared/contract/contract.ts";
import type { Intent } from "../../shared/domain/intent.ts";
import { ok, type Result } from "../../shared/lib/result.ts";
import { canonicalJson } from "../engine/intents/digests.ts";
import { notOverridable } from "../engine/overrides/overridable.ts";
import { feedbackEntry } from "../engine/overrides/entries.ts";
import { intentOf, isText } from "../engine/intents/recorded.ts";
import { type OperationPorts, refuse } from "./ports.ts";

type OverrideOperations = Pick<Operations, "previewOverride" | "overrideDenial" | "disputeVerdict">;

export function overrideOperations(ports: OperationPorts): OverrideOperations {
  const { engine } = ports;

  /** The last verdict on an intent, and the entry of the intent itself. */
  function recorded(agentDid: string, intentId: string): Result<Recorded, OperationError> {
    const entries = ports.entriesOf(agentDid, intentId);
    const intent = entries.findLast((entry) => entry.kind === "intent");
    const verdict = entries.findLast((entry) => entry.kind === "verdict");
    if (intent === undefined || verdict === undefined)
      return refuse("not_found", "The ledger has no such intent of this agent. Check the id and the agent.");
    return ok({ intent, verdict });
  }

  /** The whole action of a denial by score; or why there is none that could be overridden. */
  function denied(agentDid: string, intentId: string): Result<Intent, OperationError> {
    const found = recorded(agentDid, intentId);
    if (!found.ok) return found;
    const { intent: entry, verdict } = found.value;
    const { outcome = "DENIED", reason = "engine_fault", decider = "engine", rule } = verdict;
    const why = notOverridable({ outcome, reason, decider, ...(rule === undefined ? {} : { rule }) });
    if (why !== undefined) return refuse("refused", why);
    const intent = engine.recentlyDenied(agentDid, intentId) ?? intentOf(entry);
    if (intent === undefined || isText(entry))
      return refuse("refused", "This is a text and not an action; only actions are overridden.");
    if (ports.sha256(canonicalJson(intent.arguments)) !== entry.body["arguments_sha256"])
      return refuse(
        "refused",
        "The ledger keeps this action without its secrets and long contents, so it can no longer be shown. Let the agent ask again, then override that denial.",
      );
    return ok(intent);
  }

  return {
    previewOverride: async ({ intentId, agentDid }) => {
      const owners = agentDid === undefined ? engine.ownersOf(intentId) : [agentDid];
      const [owner] = owners;
      if (owner === undefined || owners.length > 1)
        return refuse("not_found", "No agent, or more than one, has used this id. Check it, or name the agent.");
      const intent = denied(owner, intentId);
      return intent.ok ? engine.overrides.preview(intent.value) : intent;
    },
    overrideDenial: async ({ intentId, agentDid, ...request }, actor) => {
      const intent = denied(agentDid, intentId);
      return intent.ok ? engine.overrides.override(intent.value, request, actor) : intent;
    },
    disputeVerdict: async ({ intentId, agentDid, reason }, actor) => {
      const found = recorded(agentDid, intentId);
      if (!found.ok) return found;
      const said = { actor, reason, at: ports.clock.now() };
      try {
        await ports.ledger.append([feedbackEntry(found.value.verdict, said, ports.findSecrets)]);
      } catch (error) {
        const why = error instanceof Error ? error.message : "";
        return refuse("unavailable", `The ledger cannot record it. ${why}`);
      }
      return ok({ intentId });
    },
  };
}

interface Recorded {
  readonly intent: LedgerEntry;
  readonly verdict: LedgerEntry;
}
