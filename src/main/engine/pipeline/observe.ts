// Observe mode on top of the policy in force: which of its denials stay, and how an evaluation ignores the mode.
import type { Facts } from "../../../shared/domain/facts.ts";
import { decidedPrefix } from "../../../shared/domain/policy.ts";
import type { Considered } from "../policy/snapshot.ts";
import type { SettingsSource } from "../ports.ts";

/** Block lists of the policy, whichever tool or project they belong to. */
const blockList = /(?:^|[.:])blocked_(?:paths|patterns|domains)$/;

/**
 * Whether a denial by the policy stays while observe mode is on: Gatehouse's own protection, a tool the agent never asked
 * for, a block list, a rule by which a person denied it for ever, or a change to the system's own folders. All rules that
 * were looked at count, because the one that is named may hide another.
 */
export function staysInObserveMode(considered: readonly Considered[], facts: Facts): boolean {
  return (
    facts.paths.some(({ zone, access }) => zone === "system" && (access === "write" || access === "delete")) ||
    considered.some(({ rule, effect, result }) => effect === "deny" && isDenial(result) && isProtection(rule))
  );
}

/** A rule that failed counts as matched. */
function isDenial(result: Considered["result"]): boolean {
  return result === "matched" || result === "fault";
}

function isProtection(rule: string): boolean {
  return (
    rule.startsWith("builtin.") ||
    rule.startsWith(decidedPrefix) ||
    rule === "capabilities_requested" ||
    blockList.test(rule)
  );
}

/** The same settings with observe mode off: what waits, and what a lasting decision must answer, is evaluated as enforced. */
export function enforcing(settings: SettingsSource): SettingsSource {
  return { current: () => ({ ...settings.current(), observe: null }) };
}
