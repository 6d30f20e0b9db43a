// Overriding a denial by score: a human allows exactly that action, or wants to be asked about it. Recorded before it counts.
import type { Grant, Override, OverrideGrant } from "../../../shared/domain/approval.ts";
import { hour, minute } from "../../../shared/lib/clock.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { OverrideDuration, OverridePreview } from "../../../shared/contract/override.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { actionOf } from "../intents/action.ts";
import { type Decisions, pastDecision } from "../approvals/decisions.ts";
import type { Digests } from "../intents/digests.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import type { GrantBook } from "../grants/grant-book.ts";
import { proposeGrant } from "../grants/grants.ts";
import { notOverridable } from "./overridable.ts";
import { overrideEntry } from "./entries.ts";
import type { Clock, Events, Identifiers, Ledger, Outbox, World } from "../ports.ts";
import { kindOf } from "../pipeline/intent-kind.ts";
import { redactText } from "../intents/redact.ts";

export interface OverridePorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly digests: Digests;
  readonly world: Pick<World, "findSecrets">;
  readonly ledger: Ledger;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly grants: GrantBook;
  /** Phases 1 to 4 again, without any override. */
  readonly evaluate: (intent: Intent) => Promise<Evaluation>;
  /** An override that allows can be undone like a decision of the queue. */
  readonly decisions: Decisions;
}

export interface OverrideRequest {
  readonly digest: string;
  readonly reason: string;
  readonly effect: Override["effect"];
  readonly duration: OverrideDuration;
}

export interface Overrides {
  /** The denial as it is now; or why it cannot be overridden and what to do instead. */
  readonly preview: (intent: Intent) => Promise<Result<OverridePreview, OperationError>>;
  readonly override: (
    intent: Intent,
    request: OverrideRequest,
    actor: string,
  ) => Promise<Result<Grant, OperationError>>;
}

/** How long an override for once can be used. */
const onceMs = { critical: 10 * minute, other: hour } as const;

export function createOverrides(ports: OverridePorts): Overrides {
  /** Digests that are being recorded: one denial is overridden once, however often somebody clicks. */
  const underway = new Set<string>();

  async function look(intent: Intent): Promise<Result<OverridePreview, OperationError>> {
    if (!kindOf(intent).isAction)
      return refuse("refused", "This is a text and not an action; only actions are overridden.");
    const { facts, verdict, agentName, ruled } = await ports.evaluate(intent);
    const why = notOverridable(verdict);
    if (why !== undefined || ruled === undefined) return refuse("refused", why ?? "It cannot be evaluated again.");
    const { constitutionHash } = verdict;
    const critical = verdict.risk.level === "CRITICAL";
    return ok({
      intent,
      facts,
      verdict,
      agentName,
      digest: ports.digests.override(intent, { facts, constitutionHash, ruled }),
      ...(ruled.effect === "escalate" ? { asks: ruled.rule ?? ruled.text } : {}),
      durations: critical || intent.context.sessionId === undefined ? ["once"] : ["once", "session"],
      onceMs: critical ? onceMs.critical : onceMs.other,
    });
  }

  async function override(
    intent: Intent,
    request: OverrideRequest,
    actor: string,
  ): Promise<Result<Grant, OperationError>> {
    const seen = await look(intent);
    if (!seen.ok) return seen;
    const { digest, durations, verdict } = seen.value;
    if (request.reason.trim() === "") return refuse("invalid_input", "Say why you override the denial.");
    if (digest !== request.digest)
      return refuse("stale", "The action, its risk or the policy has changed since you saw it. Look at it again.");
    if (!durations.includes(request.duration))
      return refuse(
        "refused",
        verdict.risk.level === "CRITICAL"
          ? "A critical action can be overridden once only."
          : "The agent named no session. Override it once instead.",
      );
    const now = ports.clock.now();
    if (
      underway.has(digest) ||
      ports.grants.overridesOf(intent.agentDid, now).some((each) => each.override.digest === digest)
    )
      return refuse(
        "refused",
        "This denial is overridden already. Wait until the agent asks again, or revoke the grant.",
      );
    const grant = grantFor(ports, seen.value, request, actor);
    if (!grant.ok) return refuse("refused", grant.error);
    underway.add(digest);
    try {
      await ports.ledger.append([overrideEntry(intent, verdict, grant.value, request.reason, ports.world.findSecrets)]);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      return refuse("unavailable", `The ledger cannot record it, so the denial stands. ${why}`);
    } finally {
      underway.delete(digest);
    }
    ports.grants.add(grant.value);
    ports.events.publish({ type: "grant_changed", at: now, grant: grant.value, live: true });
    if (request.effect === "allow") ports.decisions.add(pastDecision(grant.value));
    tell(seen.value, grant.value, request.reason);
    return ok(grant.value);
  }

  /** The verdict of the denied intent stands; the directive says that asking again is worthwhile, and until when. */
  function tell({ intent, verdict }: OverridePreview, grant: OverrideGrant, reason: string): void {
    const { agentDid, intentId } = intent;
    const what =
      grant.override.effect === "allow"
        ? "A human overrode the denial for exactly this action. Ask again with the same arguments."
        : "A human wants to be asked about exactly this action. Ask again with the same arguments.";
    ports.outbox.directive(
      {
        agentDid,
        intentId,
        kind: "ASK_AGAIN",
        reason: `${what} ${reason}`,
        issuedBy: grant.issuedBy,
        issuedAt: grant.issuedAt,
      },
      { ...verdict, intentId, expiresAt: grant.expiresAt ?? verdict.expiresAt },
    );
  }

  return { preview: look, override };
}

function grantFor(
  ports: OverridePorts,
  seen: OverridePreview,
  request: OverrideRequest,
  actor: string,
): Result<OverrideGrant, string> {
  const { intent, facts, digest, verdict } = seen;
  const now = ports.clock.now();
  const proposed = proposeGrant({
    action: actionOf(ports.digests, intent, facts),
    effect: "allow",
    scope: "exact",
    duration: request.duration,
    grantId: ports.identifiers.next(),
    fromIntent: intent.intentId,
    issuedBy: actor,
    now,
  });
  if (!proposed.ok) return proposed;
  const title = redactText(proposed.value.title, ports.world.findSecrets);
  return ok({
    ...proposed.value,
    title: request.effect === "ask" ? `Ask instead of a denial by score. ${title}` : `Overridden denial. ${title}`,
    ...(request.duration === "once" ? { expiresAt: now + seen.onceMs } : {}),
    override: { effect: request.effect, digest, level: verdict.risk.level },
  });
}

function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}
