// What the engine broadcasts about intents, as small flat records a span can be made of. Only redacted texts come in here.
import type { FeedItem } from "../../../shared/domain/feed.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Json, JsonObject } from "../../../shared/lib/json.ts";
import type { EngineEvent, PublicIntent, ReportOutcome } from "../../../shared/domain/telemetry.ts";

/** An intent that has its answer. */
export interface StepRecord
  extends Omit<FeedItem, "at" | "report">, Pick<PublicIntent["context"], "turnId" | "stepId" | "parentIntent"> {
  readonly type: "step";
  /** JSON, shortened. */
  readonly arguments: string;
  readonly policyVersion: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What an agent said about how it went. */
export interface ResultRecord extends Omit<ReportOutcome, "metrics"> {
  readonly type: "result";
  readonly at: number;
}

export type TraceRecord = StepRecord | ResultRecord;

/** Intents that wait for a human are remembered until then; never more than this. */
const mostOpen = 2000;

interface Open {
  readonly intent: Omit<PublicIntent, "arguments">;
  readonly arguments: string;
  policyVersion: string;
}

/** Turns events into records: an intent becomes one when its answer is final. */
export function createRecorder(): (event: EngineEvent) => TraceRecord | undefined {
  const open = new Map<string, Open>();

  function remember({ arguments: given, ...intent }: PublicIntent): void {
    const [oldest] = open.size < mostOpen ? [] : open.keys();
    if (oldest !== undefined) open.delete(oldest);
    open.set(keyOf(intent), { intent, arguments: shortJson(given), policyVersion: "" });
  }

  function finish(item: FeedItem, at: number): StepRecord | undefined {
    const known = open.get(keyOf(item));
    if (known === undefined || item.outcome === "ESCALATE") return undefined;
    open.delete(keyOf(item));
    return stepOf(known, item, at);
  }

  return (event) => {
    if (event.type === "intent_received") remember(event.intent);
    if (event.type === "risk_assessed") {
      const known = open.get(keyOf(event.intent));
      if (known !== undefined) known.policyVersion = event.verdict.policyVersion;
    }
    if (event.type === "feed_changed") return finish(event.item, event.at);
    if (event.type !== "execution_complete") return undefined;
    const { metrics: _metrics, ...report } = event.report;
    return { type: "result", at: event.at, ...report };
  };
}

function stepOf({ intent, arguments: given, policyVersion }: Open, item: FeedItem, at: number): StepRecord {
  const { turnId, stepId, parentIntent } = intent.context;
  const { at: startedAt, report: _report, ...rest } = item;
  return {
    type: "step",
    ...rest,
    ...(turnId === undefined ? {} : { turnId }),
    ...(stepId === undefined ? {} : { stepId }),
    ...(parentIntent === undefined ? {} : { parentIntent }),
    arguments: given,
    policyVersion,
    startedAt,
    endedAt: Math.max(at, startedAt + item.decidedInMs),
  };
}

function keyOf({ agentDid, intentId }: { readonly agentDid: string; readonly intentId: string }): string {
  return intentKey(agentDid, intentId);
}

const longestText = 512;
const mostMembers = 32;
const deepest = 4;

/** A new text that keeps nothing of the original alive: arguments can be whole files. */
function shortJson(given: JsonObject): string {
  return JSON.stringify(shortened(given, 0));
}

function shortened(value: Json, depth: number): Json {
  if (typeof value === "string") return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) return "…";
  if (isArray(value)) return value.slice(0, mostMembers).map((item) => shortened(item, depth + 1));
  const members = Object.entries(value).slice(0, mostMembers);
  return Object.fromEntries(members.map(([name, member]) => [name, shortened(member, depth + 1)]));
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
