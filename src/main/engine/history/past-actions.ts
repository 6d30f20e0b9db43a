// Actions the ledger remembers, as lasting decisions would see them: how many a decision would have covered, and which one nearly.
import { commonFolder, toolOf } from "../../../shared/reach/action-extent.ts";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import { commandForm } from "../../../shared/reach/command-form.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { isJsonObject, type JsonObject } from "../../../shared/lib/json.ts";
import type { NearMiss, Observed, PastReach } from "../../../shared/contract/reach.ts";
import { reachConditions } from "../../../shared/reach/conditions.ts";
import type { Outcome } from "../../../shared/domain/verdict.ts";
import type { Action } from "../intents/action.ts";
import { differences } from "../grants/differences.ts";

export interface PastAction {
  readonly intentId: string;
  readonly action: Action;
  readonly at: number;
  readonly summary: string;
  readonly outcome: Outcome | undefined;
  /** A human was asked about it, or would have been. */
  readonly asked: boolean;
  /** Present when observe mode let it pass although it would have been asked about or denied, or denied it even so. */
  readonly observed?: ObservedVerdict;
}

type ObservedVerdict = Pick<Observed, "outcome" | "decider" | "why" | "rule" | "level">;

interface Heard extends Pick<PastAction, "observed"> {
  readonly outcome: Outcome | undefined;
  readonly asked: boolean;
}

/** The intent of a ledger entry; undefined for a text, which no lasting decision is about. */
export function intentOf(entry: LedgerEntry): Intent | undefined {
  const given = entry.body["arguments"];
  if (entry.kind !== "intent" || entry.intentId === undefined || entry.agentDid === undefined) return undefined;
  if (entry.tool === undefined || entry.protocol === undefined || !isJsonObject(given)) return undefined;
  const context = entry.body["context"];
  return {
    intentId: entry.intentId,
    agentDid: entry.agentDid,
    tool: entry.tool,
    arguments: given,
    context: {
      ...(isJsonObject(context) ? contextOf(context) : {}),
      ...(entry.sessionId === undefined ? {} : { sessionId: entry.sessionId }),
    },
    protocol: entry.protocol,
  };
}

function contextOf(context: JsonObject): Intent["context"] {
  const { workingDirectory, workspace } = context;
  return {
    ...(typeof workingDirectory === "string" ? { workingDirectory } : {}),
    ...(typeof workspace === "string" ? { workspace } : {}),
  };
}

/** Entries newest first, as the reader gives them: an intent's last verdict comes before the intent itself. */
export function pastActions(
  entries: Iterable<LedgerEntry>,
  factsOf: (intent: Intent) => Facts,
  digestOf: (intent: Intent) => string,
): readonly PastAction[] {
  const verdicts = new Map<string, Heard>();
  const past: PastAction[] = [];
  for (const entry of entries) {
    const key = `${entry.agentDid} ${entry.intentId}`;
    if (entry.kind === "verdict") {
      verdicts.set(key, heard(entry, verdicts.get(key)));
      continue;
    }
    const intent = intentOf(entry);
    if (intent === undefined) continue;
    const verdict = verdicts.get(key);
    verdicts.delete(key);
    const { sessionId } = intent.context;
    past.push({
      intentId: intent.intentId,
      action: {
        agentDid: intent.agentDid,
        ...(sessionId === undefined ? {} : { sessionId }),
        facts: factsOf(intent),
        digest: digestOf(intent),
      },
      at: entry.at,
      summary: entry.summary,
      outcome: verdict?.outcome,
      asked: verdict?.asked ?? false,
      ...(verdict?.observed === undefined ? {} : { observed: verdict.observed }),
    });
  }
  return past;
}

function heard(entry: LedgerEntry, later: Heard | undefined): Heard {
  const observed = observedVerdict(entry);
  return {
    outcome: later?.outcome ?? entry.outcome,
    asked: observed?.outcome === "would_ask" || entry.outcome === "ESCALATE" || later?.asked === true,
    ...(observed === undefined ? {} : { observed }),
  };
}

function observedVerdict(entry: LedgerEntry): ObservedVerdict | undefined {
  const denied = entry.outcome === "DENIED" && entry.body["mode"] === "observe";
  if (entry.reason !== "observed" && !denied) return undefined;
  const { rule, level = "LOW", decider = "engine", summary: why } = entry;
  const outcome = denied ? "denied" : wouldDeny(entry) ? "would_deny" : "would_ask";
  return { outcome, decider, why, level, ...(rule === undefined ? {} : { rule }) };
}

export function formFits({ facts, agentDid }: Action): boolean {
  return reachConditions({ effect: "allow", scope: "command_form", facts, agentDid }).ok;
}

/** Older entries do not say: what passed then would have been asked about. */
function wouldDeny({ body }: LedgerEntry): boolean {
  const wouldBe = body["would_be"];
  return isJsonObject(wouldBe) && wouldBe["outcome"] === "DENIED";
}

/** What observe mode let pass, or denied even so, alike actions together, the most frequent first. */
export function observedGroups(past: readonly PastAction[], nameOf: (agentDid: string) => string): readonly Observed[] {
  const groups = Map.groupBy(
    past.filter((each) => each.observed !== undefined),
    likeness,
  );
  const items = [...groups.values()].flatMap(([latest, ...others]): readonly Observed[] => {
    if (latest?.observed === undefined) return [];
    const { action, observed, intentId, summary, at } = latest;
    return [
      {
        agentDid: action.agentDid,
        agentName: nameOf(action.agentDid),
        intentId,
        tool: action.facts.givenTool,
        summary,
        ...observed,
        count: others.length + 1,
        lastAt: at,
        scope: formFits(action) ? "command_form" : "exact",
      },
    ];
  });
  return items.sort((left, right) => right.count - left.count || right.lastAt - left.lastAt);
}

function likeness({ action: { agentDid, facts, digest }, observed }: PastAction): string {
  const form = commandForm(facts) ?? (facts.commands.length > 0 ? digest : commonFolder(facts));
  return JSON.stringify([agentDid, facts.tool, facts.workspace, form, observed?.outcome, observed?.rule]);
}

/** `matches` is the rule's own view where there is a rule, else the grant's. Sessions end, so they are no difference here. */
export function pastReach(
  everything: readonly PastAction[],
  grant: Grant,
  matches: (action: Action) => boolean = (action) => differences(withoutSession(grant), action).next().done === true,
): PastReach {
  // What still waits is not past: the request that asks for this rule is among it.
  const past = everything.filter(({ outcome }) => outcome !== "ESCALATE");
  let matched = 0;
  let denied = 0;
  let near: { readonly miss: NearMiss; readonly distance: number } | undefined;
  for (const { action, at, summary, outcome, asked } of everything) {
    if (matches(action)) {
      if (outcome !== "ESCALATE") matched += 1;
      if (outcome === "DENIED") denied += 1;
    } else if (asked && isAlike(grant, action)) {
      const why = [...differences(withoutSession(grant), action)];
      if (why.length > 0 && why.length < (near?.distance ?? Infinity))
        near = { miss: { summary, why: why.join(" and "), at }, distance: why.length };
    }
  }
  const since = past.at(-1)?.at;
  return {
    looked: past.length,
    ...(since === undefined ? {} : { since }),
    matched,
    denied,
    ...(near === undefined ? {} : { nearMiss: near.miss }),
  };
}

function withoutSession(grant: Grant): Grant {
  const { sessionId: _session, ...rest } = grant;
  return rest;
}

function isAlike(grant: Grant, { agentDid, facts }: Action): boolean {
  if (grant.tool !== toolOf(facts) || (grant.agentDid !== agentDid && grant.scope !== "project")) return false;
  return grant.program === undefined || facts.commands.some((command) => command.program === grant.program);
}
