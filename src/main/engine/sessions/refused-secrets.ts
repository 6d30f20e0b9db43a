// Refused secrets: a contained run that reached for keys did not get them, but what it does next is looked at more closely.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { hour } from "../../../shared/lib/clock.ts";
import type { Finding, Outcome } from "../../../shared/domain/verdict.ts";
import type { SessionView } from "./sessions.ts";

/** The refusal may be known by what a program printed, which may be a lie: it makes a session worse and never better. */
export function withRefusedSecret(
  session: SessionView,
  { boundary }: Pick<Intent, "boundary">,
  { paths }: Facts,
  outcome: Outcome,
  now: number,
): SessionView {
  const passes = outcome === "APPROVED" || outcome === "CONDITIONAL";
  const reached = boundary !== undefined && !passes && paths.some(({ zone }) => zone === "secrets");
  return reached ? { ...session, secretRefusedAt: now } : session;
}

const remembered = hour;
/** Enough to ask a human. */
const sending = 0.72;
const anything = 0.45;

export function refusedSecretFindings(
  { secretRefusedAt }: SessionView,
  { hosts, paths }: Facts,
  now: number,
): readonly Finding[] {
  if (secretRefusedAt === undefined || now - secretRefusedAt > remembered) return [];
  const leaves = hosts.some(({ local }) => !local);
  const again = paths.some(({ zone }) => zone === "secrets");
  return [
    {
      id: "containment.reached-for-secrets",
      score: leaves || again ? sending : anything,
      threat: "Credential access",
      reason: "A command of this session was refused a place where secrets are kept a short while ago",
    },
  ];
}
