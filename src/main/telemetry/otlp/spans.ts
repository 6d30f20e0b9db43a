// Makes spans of records, nested session, turn, step. A session's span is sent when it falls silent; its steps do not wait for that.
import { type Context, ROOT_CONTEXT, type Span, SpanKind, trace, TraceFlags } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, type ReadableSpan, TracerProvider } from "@opentelemetry/sdk-trace";
import { minute } from "../../../shared/lib/clock.ts";
import { agentAttributes, resultAttributes, resultStatus, stepAttributes, stepName, stepStatus } from "./attributes.ts";
import { spanIdOf, traceIdOf } from "./identifiers.ts";
import type { ResultRecord, StepRecord, TraceRecord } from "./records.ts";

export interface SpanMaker {
  readonly add: (record: TraceRecord) => void;
  /** Ends what has been silent for a while at this moment, or everything. */
  readonly end: (now: number | "all") => void;
  /** The finished spans, which are the caller's from then on. */
  readonly take: () => ReadableSpan[];
}

/** A session that goes on after so long a silence goes on in its trace, under a span of its own. */
const silence = 5 * minute;
const mostSessions = 1000;
const mostTurns = 20;
const mostSteps = 5000;

interface Open {
  readonly span: Span;
  readonly context: Context;
  readonly traceId: string;
  /** The turns of a session; a turn has none. */
  readonly turns: Map<string, Open>;
  last: number;
}

export function createSpans(version: string): SpanMaker {
  let finished: ReadableSpan[] = [];
  let nextIds = { traceId: "", spanId: "" };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "gatehouse", "service.version": version }),
    idGenerator: { generateTraceId: () => nextIds.traceId, generateSpanId: () => nextIds.spanId },
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: 8192 },
    spanProcessors: [
      {
        onStart: () => undefined,
        onEnd: (span) => void finished.push(span),
        forceFlush: async () => undefined,
        shutdown: async () => undefined,
      },
    ],
  });
  const tracer = provider.getTracer("gatehouse", version);
  const sessions = new Map<string, Open>();
  /** Where reports of late belong. */
  const steps = new Map<string, { readonly context: Context; readonly traceId: string; readonly endedAt: number }>();

  function open(name: string, ids: typeof nextIds, parent: Context, step: StepRecord, attributes: object): Open {
    nextIds = ids;
    const options = { startTime: step.startedAt, kind: SpanKind.INTERNAL };
    const span = tracer.startSpan(
      name,
      { ...options, attributes: { ...agentAttributes(step), ...attributes } },
      parent,
    );
    return { span, context: trace.setSpan(parent, span), traceId: ids.traceId, turns: new Map(), last: step.startedAt };
  }

  function close({ span, turns, last }: Open): void {
    for (const turn of turns.values()) close(turn);
    span.end(last);
  }

  function sessionOf(step: StepRecord): Open {
    const { agentDid, agentName, sessionId, startedAt } = step;
    const key = JSON.stringify([agentDid, sessionId ?? null]);
    const known = sessions.get(key);
    if (known !== undefined && startedAt - known.last <= silence) return known;
    if (known !== undefined) close(known);
    sessions.delete(key);
    const [oldest] = sessions.size < mostSessions ? [] : sessions;
    if (oldest !== undefined) {
      close(oldest[1]);
      sessions.delete(oldest[0]);
    }
    // Without a session from the agent, what it does in one go is one.
    const ids = {
      traceId: traceIdOf(agentDid, sessionId ?? `from ${startedAt}`),
      spanId: spanIdOf("session", key, startedAt),
    };
    const session = open(`invoke_agent ${agentName}`, ids, ROOT_CONTEXT, step, {
      "gen_ai.operation.name": "invoke_agent",
      "aos.protocol": step.protocol,
    });
    sessions.set(key, session);
    return session;
  }

  function turnOf(session: Open, step: StepRecord): Open {
    const { turnId, agentDid } = step;
    if (turnId === undefined) return session;
    const known = session.turns.get(turnId);
    if (known !== undefined) return known;
    const [oldest] = session.turns.size < mostTurns ? [] : session.turns;
    if (oldest !== undefined) {
      close(oldest[1]);
      session.turns.delete(oldest[0]);
    }
    const spanId = spanIdOf("turn", agentDid, turnId, session.traceId, step.startedAt);
    const turn = open("turn", { traceId: session.traceId, spanId }, session.context, step, { "aos.turn.id": turnId });
    session.turns.set(turnId, turn);
    return turn;
  }

  function addStep(step: StepRecord): void {
    const session = sessionOf(step);
    const turn = turnOf(session, step);
    for (const around of [session, turn]) around.last = Math.max(around.last, step.endedAt);
    const { agentDid, intentId, parentIntent } = step;
    const { traceId } = session;
    const spanId = (id: string): string => spanIdOf("step", agentDid, id);
    const links =
      parentIntent === undefined
        ? []
        : [{ context: { traceId, spanId: spanId(parentIntent), traceFlags: TraceFlags.SAMPLED } }];
    nextIds = { traceId, spanId: spanId(intentId) };
    const span = tracer.startSpan(
      stepName(step),
      { startTime: step.startedAt, kind: SpanKind.INTERNAL, attributes: stepAttributes(step), links },
      turn.context,
    );
    span.setStatus(stepStatus(step));
    span.end(step.endedAt);
    const [oldest] = steps.size < mostSteps ? [] : steps.keys();
    if (oldest !== undefined) steps.delete(oldest);
    steps.set(spanId(intentId), { context: trace.setSpan(turn.context, span), traceId, endedAt: step.endedAt });
  }

  function addResult(result: ResultRecord): void {
    const { agentDid, intentId, tool, at, durationMs } = result;
    const known = steps.get(spanIdOf("step", agentDid, intentId));
    // The answer was given before the export began: there is no trace to put it into.
    if (known === undefined) return;
    const startTime = durationMs === undefined ? Math.min(known.endedAt, at) : at - durationMs;
    nextIds = { traceId: known.traceId, spanId: spanIdOf("result", agentDid, intentId, at) };
    const span = tracer.startSpan(`result ${tool}`, { startTime, attributes: resultAttributes(result) }, known.context);
    span.setStatus(resultStatus(result));
    span.end(at);
  }

  return {
    add: (record) => (record.type === "step" ? addStep(record) : addResult(record)),
    end(now) {
      const isOver = ({ last }: Open): boolean => now === "all" || now - last > silence;
      for (const [key, session] of sessions) {
        for (const [turnId, turn] of session.turns) {
          if (!isOver(turn)) continue;
          close(turn);
          session.turns.delete(turnId);
        }
        if (!isOver(session)) continue;
        close(session);
        sessions.delete(key);
      }
    },
    take() {
      const taken = finished;
      finished = [];
      return taken;
    },
  };
}
