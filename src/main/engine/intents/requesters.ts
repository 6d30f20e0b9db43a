// Who asks: the agent, its standing, and what its sessions did, including before the start. Counts every decided action.
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Evaluation, Requester } from "../pipeline/evaluation.ts";
import { kindOf } from "../pipeline/intent-kind.ts";
import type { AgentDirectory, Clock } from "../ports.ts";
import { createLatentBook } from "../sessions/latent-book.ts";
import { refusedSecretFindings } from "../sessions/refused-secrets.ts";
import { secretCopyFindings } from "../sessions/secret-copies.ts";
import { createSessionBook, type PastSessions } from "../sessions/session-book.ts";

export interface Requesters {
  readonly of: (intent: Intent) => Requester;
  /** Without limits: for an intent that was counted when it was first asked. */
  readonly counted: (intent: Intent) => Requester;
  /** Resolves once it is known what sessions did before the start; undefined when it is. */
  readonly ready: () => Promise<void> | undefined;
  /** An action was decided; one that may run is now part of its session. */
  readonly decided: (intent: Intent, evaluation: Evaluation) => void;
  /** A held action may run after all. */
  readonly released: (intent: Intent, evaluation: Pick<Evaluation, "facts" | "marks" | "latent">) => void;
}

export interface RequesterPorts {
  readonly clock: Clock;
  readonly agents: Pick<AgentDirectory, "view" | "standing">;
  /** What sessions did before the start. Absent: there was nothing before. Never rejects. */
  readonly past?: Promise<PastSessions>;
}

export function createRequesters({ clock, agents, past }: RequesterPorts): Requesters {
  let sessions = createSessionBook();
  let latentFiles = createLatentBook();
  let restoring = past?.then(restore);

  function restore(before: PastSessions): void {
    sessions = createSessionBook(before);
    latentFiles = createLatentBook(before.latent);
    restoring = undefined;
  }

  function requester(intent: Intent, isLimited: boolean): Requester {
    const now = clock.now();
    const session = sessions.session(intent, now);
    return {
      agent: agents.view(intent.agentDid),
      session,
      rates: isLimited ? sessions.rates(intent, now) : undefined,
      setsOff: (facts) => [
        ...latentFiles.findingsFor(facts),
        ...refusedSecretFindings(session, facts, now),
        ...secretCopyFindings(session, facts),
      ],
      standing: (tools) => agents.standing(intent.agentDid, tools),
    };
  }

  return {
    of: (intent) => requester(intent, true),
    counted: (intent) => requester(intent, false),
    ready: () => restoring,
    decided(intent, { facts, verdict, marks, latent = [] }) {
      if (!kindOf(intent).isAction) return;
      sessions.answered(intent, facts, verdict.outcome, marks, verdict.decidedAt);
      if (verdict.outcome === "APPROVED" || verdict.outcome === "CONDITIONAL") latentFiles.performed(facts, latent);
    },
    released(intent, { facts, marks, latent = [] }) {
      sessions.released(intent, facts, marks, clock.now());
      latentFiles.performed(facts, latent);
    },
  };
}
