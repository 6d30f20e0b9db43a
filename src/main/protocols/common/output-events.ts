// What a running tool writes, told to the window: a few times a second, without secrets, and only the last of a flood.
import type { OutputStream } from "../../../shared/domain/execution.ts";
import type { Clock, Events, SecretScanner } from "../../engine/ports.ts";
import { redactText } from "../../engine/intents/redact.ts";

const everyMs = 100;
const mostCharacters = 8192;

export interface OutputEvents {
  readonly take: (stream: OutputStream, text: string) => void;
  /** The last of what was told, for a window that opens later. */
  readonly tail: () => string;
  /** Tells what is left. */
  readonly end: () => void;
}

export interface OutputEventPorts {
  readonly clock: Clock;
  readonly events: Events;
  readonly findSecrets: SecretScanner;
}

export function createOutputEvents(ports: OutputEventPorts, agentDid: string, intentId: string): OutputEvents {
  const { clock, events, findSecrets } = ports;
  const waiting = new Map<OutputStream, string>();
  let told = "";
  let part = 0;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel = undefined;
    for (const [stream, raw] of waiting) {
      part += 1;
      const text = redactText(raw, findSecrets);
      told = (told + text).slice(-mostCharacters);
      events.publish({ type: "execution_output", at: clock.now(), agentDid, intentId, part, stream, text });
    }
    waiting.clear();
  }

  return {
    take(stream, text) {
      waiting.set(stream, ((waiting.get(stream) ?? "") + text).slice(-mostCharacters));
      cancel ??= clock.after(everyMs, flush);
    },
    tail: () => told,
    end() {
      cancel?.();
      flush();
    },
  };
}
