// Applies the engine's events to what was fetched, so that nothing has to be fetched twice.
import type { Query, QueryClient } from "@tanstack/react-query";
import { second } from "../../shared/lib/clock.ts";
import type { EngineEvent } from "../../shared/domain/telemetry.ts";
import { call, onEvents } from "./bridge.ts";
import { applyConnectors } from "./connectors.ts";
import { touchesMissed } from "./missed.ts";
import { endingSentence, releasedElsewhere } from "../labels/outcomes.ts";
import { isDecidedHere, tell } from "./ui-store.ts";
import { undoAction } from "./undo.ts";
import { feedLimit, type LiveName, liveNames, type LiveValues, reducers } from "./live-state.ts";

/** Under a flood the whole state is fetched again at most this often. */
const resyncEveryMs = 2 * second;
/** What was missed is read from the ledger, where it arrives a moment later. */
const missedAfterMs = 3 * second;

/** What happened while an answer was under way: the answer may be older, so it is applied to it again. */
const underWay = new Set<EngineEvent[]>();

export async function fetchLive<Name extends LiveName>(name: Name): Promise<LiveValues[Name]> {
  const meanwhile: EngineEvent[] = [];
  underWay.add(meanwhile);
  try {
    return reducers[name](await read(name), meanwhile);
  } finally {
    underWay.delete(meanwhile);
  }
}

const readers: { readonly [Name in LiveName]: () => Promise<LiveValues[Name]> } = {
  getStatus: () => call("getStatus", {}),
  listFeed: () => call("listFeed", { limit: feedLimit }),
  listApprovals: () => call("listApprovals", { brief: true }),
  listAgents: () => call("listAgents", {}),
  listGrants: () => call("listGrants", {}),
  listInventory: () => call("listInventory", {}),
  listExecutions: () => call("listExecutions", {}),
  getLedger: () => call("getLedger", {}),
  getTerminal: () => call("getTerminal", {}),
};

function read<Name extends LiveName>(name: Name): Promise<LiveValues[Name]> {
  return readers[name]();
}

/** Returns how to stop. */
export function followEvents(client: QueryClient): () => void {
  let resyncTimer: ReturnType<typeof setTimeout> | undefined;
  let everything = false;
  /** Under load only what events keep up to date; after a change of policy everything that may depend on it. */
  const resyncSoon = (all: boolean): void => {
    everything ||= all;
    resyncTimer ??= setTimeout(() => {
      resyncTimer = undefined;
      const isLive = ({ queryKey: [name] }: Query): boolean => typeof name === "string" && name in reducers;
      void client.invalidateQueries(everything ? {} : { predicate: isLive });
      everything = false;
    }, resyncEveryMs);
  };
  let missedTimer: ReturnType<typeof setTimeout> | undefined;
  const missedSoon = (): void => {
    missedTimer ??= setTimeout(() => {
      missedTimer = undefined;
      void client.invalidateQueries({ queryKey: ["listMissed"] });
    }, missedAfterMs);
  };
  const stop = onEvents((batch) => {
    const events = batch.events.map(({ event }) => event);
    for (const meanwhile of underWay) meanwhile.push(...events);
    announceEndings(client, events);
    for (const name of liveNames) apply(client, name, events);
    if (events.some((event) => event.type === "policy_changed" || event.type === "policy_refused")) resyncSoon(true);
    if (batch.resync) resyncSoon(false);
    applyConnectors(client, events, batch.resync);
    if (batch.resync || events.some(touchesMissed)) missedSoon();
  });
  return () => {
    clearTimeout(resyncTimer);
    clearTimeout(missedTimer);
    stop();
  };
}

/** Says when a request that is shown ends by another hand than this window's. Must run before the events are applied. */
function announceEndings(client: QueryClient, events: readonly EngineEvent[]): void {
  const shown = client.getQueryData<LiveValues["listApprovals"]>(["listApprovals"]) ?? [];
  const endings = events.flatMap((event) => {
    if (event.type !== "approval_resolved" || isDecidedHere(event.approvalId)) return [];
    // Requests released by a decision of this window are part of its own notice.
    if (event.cause !== undefined && isDecidedHere(event.cause)) return [];
    const approval = shown.find((held) => held.approvalId === event.approvalId);
    return approval === undefined ? [] : [{ approval, reason: event.verdict.reason, cause: event.cause }];
  });
  const sentence = endingSentence(endings.filter(({ cause }) => cause === undefined));
  if (sentence !== undefined) tell(sentence);
  for (const [cause, released] of Map.groupBy(endings, (ending) => ending.cause)) {
    if (cause === undefined) continue;
    tell(releasedElsewhere(released), "plain", undoAction(cause));
  }
}

/**
 * What was never fetched stays so: it will be complete when somebody asks for it. What no event touches is not written
 * again, because every write puts off the next reading at an interval, and under a steady stream it would never come.
 */
function apply(client: QueryClient, name: LiveName, events: readonly EngineEvent[]): void {
  // The cache holds under each name the value its reducer takes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const after = reducers[name] as (value: unknown, events: readonly EngineEvent[]) => unknown;
  const before: unknown = client.getQueryData([name]);
  if (before === undefined) return;
  const value = after(before, events);
  if (value !== before) client.setQueryData([name], value);
}
