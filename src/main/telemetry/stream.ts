// Stream: serves the readers of the telemetry stream from the ring, each at its own pace. A slow one is dropped.
import type { Query, StreamHandler, StreamReader } from "../../shared/lib/rpc.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { SequencedEvent } from "../../shared/domain/telemetry.ts";
import type { Clock } from "../engine/ports.ts";
import type { EventBus } from "./events.ts";
import { formats, gapText, signalText, type Format } from "./signal.ts";

const closeCodes = { policy: 1008, tryAgainLater: 1013 } as const;

/** Bytes a reader may have unread before it gets no more for the moment. */
const unreadLimit = 256 * 1024;

interface Wish {
  readonly format: Format;
  readonly since: number | undefined;
}

/** Readers share the ring and one encoding of each event, so that a slow one costs a position and no queue. */
export function createTelemetryStream(bus: EventBus, clock: Pick<Clock, "now">): StreamHandler {
  const pumps = new Set<() => void>();
  const encode = createEncoder();
  let scheduled = false;

  // Later and once for a burst: the engine must not wait for the encoding.
  bus.subscribe(() => {
    if (scheduled || pumps.size === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      for (const pump of pumps) pump();
    });
  });

  return (reader) => {
    const wish = wishOf(reader.query);
    if (!wish.ok) {
      reader.drop(closeCodes.policy, wish.error);
      return () => undefined;
    }
    const { format, since } = wish.value;
    let position = since ?? bus.last();
    if (since !== undefined) position = startAfter(since, format, reader);
    let ended = false;

    function pump(): void {
      while (!ended && position < bus.last()) {
        const event = bus.at(position + 1);
        if (event === undefined) {
          end();
          // What is still kept is no part of the gap: whoever comes back after the gap's own number gets it.
          const gap = { reason: "slow_reader", from: position + 1, to: bus.oldest() - 1 } as const;
          reader.send(gapText(gap, clock.now(), format), ignore);
          reader.drop(closeCodes.tryAgainLater, "Too slow: connect again with ?since=");
          return;
        }
        if (reader.waiting() >= unreadLimit) return;
        position += 1;
        const text = encode(event, format);
        if (text !== undefined) reader.send(text, pump);
      }
    }

    function end(): void {
      ended = true;
      pumps.delete(pump);
    }

    pumps.add(pump);
    pump();
    return end;
  };

  /** The number after which the replay begins; what the ring no longer holds is marked as a gap. */
  function startAfter(since: number, format: Format, reader: StreamReader): number {
    const before = bus.oldest() - 1;
    // Numbers begin again when Gatehouse does, so a larger one is from an earlier life.
    if (since > bus.last()) {
      reader.send(gapText({ reason: "restarted", from: 0, to: before }, clock.now(), format), ignore);
      return before;
    }
    if (since >= before) return since;
    reader.send(gapText({ reason: "not_kept", from: since + 1, to: before }, clock.now(), format), ignore);
    return before;
  }
}

function ignore(): void {
  // A gap marker waits for nothing.
}

function wishOf(query: Query): Result<Wish, string> {
  const wanted = query.get("format") ?? "aeon";
  const format = formats.find((known) => known === wanted);
  if (format === undefined) return fail(`format is one of ${formats.join(", ")}`);
  const since = query.get("since");
  if (since === undefined) return ok({ format, since: undefined });
  if (!/^\d{1,15}$/.test(since)) return fail("since is the seq of an event");
  return ok({ format, since: Number(since) });
}

/** Encodes each event once for each format, for as long as the ring keeps the event. */
function createEncoder(): (event: SequencedEvent, format: Format) => string | undefined {
  const known = new WeakMap<SequencedEvent, Partial<Record<Format, string>>>();
  return (event, format) => {
    const texts = known.get(event) ?? {};
    const text = texts[format] ?? signalText(event, format);
    if (text !== undefined && texts[format] === undefined) known.set(event, { ...texts, [format]: text });
    return text;
  };
}
