// Events: numbers what the engine publishes for the stream, keeps the last of it for replay, and tells the listeners.
import type { Json } from "../../shared/lib/json.ts";
import type { EngineEvent, SequencedEvent } from "../../shared/domain/telemetry.ts";
import type { Events } from "../engine/ports.ts";

export interface EventBus extends Events {
  /** The listener hears every event from now on, an internal one with the number of the one before; the function returned ends that. */
  readonly subscribe: (listener: (event: SequencedEvent) => void) => () => void;
  /** The number of the last event, 0 before the first. */
  readonly last: () => number;
  /** The number of the oldest event still kept, or last + 1 when there is none. */
  readonly oldest: () => number;
  /** An event that is still kept. */
  readonly at: (sequence: number) => SequencedEvent | undefined;
}

export interface EventBusOptions {
  /** How many events are kept, and how many characters they may hold together. */
  readonly capacity: number;
  readonly characters?: number;
  /** Which events are numbered and kept. The others, which may hold whole files, only pass by. */
  readonly keeps?: (event: EngineEvent) => boolean;
  /** Hears about listeners that throw. */
  readonly fault: (where: string, error: unknown) => void;
}

export function createEventBus(options: EventBusOptions): EventBus {
  const { capacity, characters = Infinity, keeps = () => true, fault } = options;
  const listeners = new Set<(event: SequencedEvent) => void>();
  const ring: (SequencedEvent | undefined)[] = [];
  let last = 0;
  let oldest = 1;
  let held = 0;
  let waiting: (() => readonly EngineEvent[])[] = [];

  function tell(listener: (event: SequencedEvent) => void, event: SequencedEvent): void {
    try {
      listener(event);
    } catch (error) {
      // The engine goes on whatever its audience does.
      fault("event listener", error);
    }
  }

  /** The oldest make room: for the number of events, and for what they hold. */
  function keep(sequenced: SequencedEvent): void {
    while (last - oldest >= capacity || (held > characters && oldest < last)) {
      const first = ring[oldest % capacity];
      if (first !== undefined) held -= sizeOf(first.event);
      ring[oldest % capacity] = undefined;
      oldest += 1;
    }
    ring[last % capacity] = sequenced;
    held += sizeOf(sequenced.event);
  }

  function publishNow(event: EngineEvent): void {
    const kept = keeps(event);
    if (kept) last += 1;
    const sequenced: SequencedEvent = { sequence: last, event };
    if (kept) keep(sequenced);
    for (const listener of listeners) tell(listener, sequenced);
  }

  function publishWaiting(): void {
    const made = waiting;
    waiting = [];
    for (const make of made) {
      try {
        for (const event of make()) publishNow(event);
      } catch (error) {
        fault("event", error);
      }
    }
  }

  return {
    publish: (event) => {
      publishWaiting();
      publishNow(event);
    },
    publishSoon: (make) => {
      if (waiting.length === 0) setImmediate(publishWaiting);
      waiting.push(make);
    },
    subscribe: (listener) => {
      // A function of its own, so that the same listener may subscribe twice.
      const own = (event: SequencedEvent): void => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    last: () => last,
    oldest: () => oldest,
    at: (sequence) => {
      const kept = ring[sequence % capacity];
      return kept?.sequence === sequence ? kept : undefined;
    },
  };
}

/** Roughly: of the events about one intent, which share it, the first counts for it. */
function sizeOf(event: EngineEvent): number {
  return event.type === "intent_received" ? charactersIn(event.intent.arguments) : 0;
}

function charactersIn(value: Json): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const member of Object.values(value)) sum += charactersIn(member);
  return sum;
}
