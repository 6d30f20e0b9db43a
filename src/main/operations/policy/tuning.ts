// Suggestions from the owner's own decisions: listed with what they would have changed, accepted, and undone.
import type { Operations } from "../../../shared/contract/contract.ts";
import type { AcceptedSuggestion, Suggestion } from "../../../shared/contract/tuning.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { ok } from "../../../shared/lib/result.ts";
import { describeRule } from "../../engine/policy/document/edit.ts";
import { type OperationPorts, refuse } from "../ports.ts";
import { pastIntent } from "./past-intent.ts";

type TuningOperations = Pick<Operations, "listSuggestions" | "acceptSuggestion" | "undoSuggestion">;

const asLasting = { decision: "approve", scope: "command_form", duration: "always" } as const;
const unrecorded = "The ledger cannot record the change, so it was not made.";

export function tuningOperations(ports: OperationPorts): TuningOperations {
  const { settings, packs, engine, clock, ledger } = ports;

  async function lower(
    before: Settings["loweredRules"],
    after: Settings["loweredRules"],
    summary: string,
    actor: string,
  ) {
    const body: JsonObject = { actor, before: { loweredRules: before }, after: { loweredRules: after } };
    try {
      await ledger.append([{ kind: "setting", at: clock.now(), summary, body }]);
    } catch {
      return refuse("unavailable", unrecorded);
    }
    const saved = settings.save({ loweredRules: after });
    if (!saved.ok) return refuse("unavailable", saved.error);
    packs.switched();
    return ok(undefined);
  }

  /** With the rule that would be added; a rule that cannot be made now is no suggestion. */
  async function withRule(suggestion: Suggestion, actor: string): Promise<readonly Suggestion[]> {
    const { change } = suggestion;
    if (change.kind !== "allow_form") return [suggestion];
    const intent = pastIntent(ports, change.agentDid, change.intentId);
    const proposed = intent.ok ? await engine.approvals.propose(intent.value, asLasting, actor) : undefined;
    const rule = proposed?.ok === true ? proposed.value.lasting?.rule : undefined;
    return rule === undefined ? [] : [{ ...suggestion, ruleText: describeRule(rule) }];
  }

  async function suggestions(actor: string) {
    const names = Object.fromEntries(ports.agents.list(clock.now()).map((agent) => [agent.agentDid, agent.name]));
    const { highBand } = settings.current();
    const answer = await ports.pastActions.tuning({ rules: packs.tunable(), highBand, names });
    const ready = await Promise.all(answer.suggestions.map((each) => withRule(each, actor)));
    return { ...answer, suggestions: ready.flat() };
  }

  function acceptedNow(): readonly AcceptedSuggestion[] {
    const lowered = Object.entries(settings.current().loweredRules);
    return lowered.map(([rule, to]) => ({ id: `lower:${rule}:${to}`, title: `${rule} counts as "${to}" at most` }));
  }

  return {
    listSuggestions: async (_input, actor) => {
      try {
        return ok({ ...(await suggestions(actor)), accepted: acceptedNow() });
      } catch (error) {
        return refuse("unavailable", `The ledger cannot be read. ${error instanceof Error ? error.message : ""}`);
      }
    },
    acceptSuggestion: async ({ id }, actor) => {
      const found = await suggestions(actor).then(
        (answer) => answer.suggestions.find((each) => each.id === id),
        () => undefined,
      );
      if (found === undefined)
        return refuse(
          "not_found",
          `There is no suggestion "${id}" now. List them again: what happened since may have changed it.`,
        );
      const { change, title } = found;
      if (change.kind === "lower_rule") {
        const before = settings.current().loweredRules;
        const after = { ...before, [change.rule]: change.to };
        const done = await lower(
          before,
          after,
          `Rule ${change.rule} lowered to ${change.to} by ${actor}: ${found.why}`,
          actor,
        );
        return done.ok ? ok({ id, title }) : done;
      }
      const intent = pastIntent(ports, change.agentDid, change.intentId);
      if (!intent.ok) return intent;
      const granted = await engine.approvals.decideFor(intent.value, asLasting, actor);
      return granted.ok ? ok({ id, title }) : granted;
    },
    undoSuggestion: async ({ id }, actor) => {
      const accepted = acceptedNow().find((each) => each.id === id);
      if (accepted !== undefined) {
        const before = settings.current().loweredRules;
        const [, rule = ""] = id.split(":");
        const { [rule]: _lowered, ...after } = before;
        const done = await lower(before, after, `Rule ${rule} raised again by ${actor}`, actor);
        return done.ok ? ok(accepted) : done;
      }
      const grant = ports.grants
        .list(clock.now())
        .find(({ fromIntent, effect }) => id === `allow:${fromIntent}` && effect === "allow");
      if (grant === undefined) return refuse("not_found", `No suggestion "${id}" is in force.`);
      const revoked = await engine.approvals.revokeGrant(grant.grantId, actor);
      return revoked.ok ? ok({ id, title: revoked.value.title }) : revoked;
    },
  };
}
