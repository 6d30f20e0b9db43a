// The thread that reads past actions from the ledger, so that no answer to an agent waits for it.
import type { EntryKind, LedgerEntry } from "../../../shared/domain/audit.ts";
import { day } from "../../../shared/lib/clock.ts";
import type { PolicyRule } from "../../../shared/domain/policy.ts";
import type { PastReach } from "../../../shared/contract/reach.ts";
import type { Action } from "../../engine/intents/action.ts";
import { createDigests } from "../../engine/intents/digests.ts";
import { normaliser } from "../../engine/normalise/index.ts";
import type { TuningAnswer } from "../../../shared/contract/tuning.ts";
import { habitSuggestions } from "../../engine/history/habits.ts";
import { judgements } from "../../engine/history/judgements.ts";
import { lowerSuggestions } from "../../engine/history/tuning.ts";
import { observedGroups, type PastAction, pastActions, pastReach } from "../../engine/history/past-actions.ts";
import { compilePolicy } from "../../engine/policy/document/compile.ts";
import { pastSessions } from "../../engine/sessions/past-sessions.ts";
import type { PastSessions } from "../../engine/sessions/session-book.ts";
import { startSession } from "../../engine/sessions/sessions.ts";
import { type PastTuningQuestion, pastActionsProtocol, type ReachQuestion } from "./messages.ts";
import { readMissed } from "./missed.ts";
import { readSteps } from "./steps.ts";
import { sha256 } from "../../machine/clock.ts";
import { createWorld } from "../../machine/world.ts";
import { createReader } from "../../store/read/index.ts";
import { hostWorker } from "../../workers/worker-host.ts";

/** Enough for weeks of one developer's agents, and read in well under a second. */
const mostEntries = 10_000;
/** Of the last day. Agents wait for these when Gatehouse starts: a second or two after a day that busy. */
const mostOfSessions = 20_000;
/** Older entries matter for downloads and for sessions that continue only, which is not worth as long a wait. */
const mostOfOlder = 5000;
const pageSize = 1000;

const host = hostWorker(pastActionsProtocol);
const { directory, home, gatehouse } = host.data;
const reader = createReader(directory);
const world = createWorld({ home, gatehouse, findSecrets: () => [] });

const factsOf = normaliser(world);
const digestOf = createDigests(sha256).action;
let known: { readonly newest: number; readonly past: readonly PastAction[] } | undefined;

function* recentEntries(kinds: readonly EntryKind[] = ["intent", "verdict"]): Generator<LedgerEntry, void> {
  let before: number | undefined;
  for (let read = 0; read < mostEntries; read += pageSize) {
    const place = before === undefined ? {} : { before };
    const page = reader.page({ filter: { kinds: [...kinds] }, limit: pageSize, ...place });
    yield* page.entries;
    if (page.older === undefined) return;
    before = page.older;
  }
}

/** Whatever is older than the entries read, or than one that cannot be read, is unknown. */
function sessionsBefore(now: number): PastSessions {
  const found: LedgerEntry[] = [];
  let unknownBefore: number | undefined;
  try {
    let before: number | undefined;
    do {
      const page = reader.page({ limit: pageSize, ...(before === undefined ? {} : { before }) });
      found.push(...page.entries);
      before = page.older;
    } while (before !== undefined && found.length < (isOld(found.at(-1), now) ? mostOfOlder : mostOfSessions));
    if (before !== undefined) unknownBefore = found.at(-1)?.at;
  } catch {
    unknownBefore = now;
  }
  return pastSessions(found.reverse(), world, now, unknownBefore);
}

function isOld(entry: LedgerEntry | undefined, now: number): boolean {
  return entry !== undefined && now - entry.at > day;
}

function past(): readonly PastAction[] {
  const newest = reader.stats().last?.sequence ?? 0;
  if (known?.newest !== newest) {
    known = { newest, past: pastActions(recentEntries(), factsOf, digestOf) };
  }
  return known.past;
}

/** The rule alone, in a policy without any other. */
function matcherOf(rule: PolicyRule, now: number): ((action: Action) => boolean) | undefined {
  const { answers: _answers, match: _match, not_match: _not, ...bare } = rule;
  const text = JSON.stringify({ defaults: { tools: { "*": { allowed: true } } }, rules: [bare] });
  const compiled = compilePolicy(
    { text, name: "rule" },
    { sha256, world, factsOf: normaliser(world), processIds: [process.pid] },
  );
  if (!compiled.ok) return undefined;
  return ({ agentDid, facts }) => {
    const agent = { did: agentDid, name: agentDid, requested: undefined };
    return compiled.value.evaluate({ facts, agent, session: startSession(now), now }).rule === rule.id;
  };
}

function reach({ grant, rule, now }: ReachQuestion): PastReach {
  return pastReach(past(), grant, rule === undefined ? undefined : matcherOf(rule, now));
}

function tuning({ names, ...question }: PastTuningQuestion): TuningAnswer {
  const judged = judgements(recentEntries(["intent", "verdict", "override", "feedback"]));
  const since = judged.at(-1)?.at;
  return {
    looked: judged.length,
    ...(since === undefined ? {} : { since }),
    suggestions: [
      ...lowerSuggestions(judged, question),
      ...habitSuggestions(past(), judged, (did) => names[did] ?? did),
    ],
  };
}

host.serve({
  answers: {
    reach,
    observed: (names) => observedGroups(past(), (did) => names[did] ?? did),
    missed: (question) => readMissed(reader, factsOf, question),
    steps: (question) => readSteps(reader, factsOf, question),
    tuning,
    sessions: sessionsBefore,
  },
});
