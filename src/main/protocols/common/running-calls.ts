// The calls Gatehouse is running now: shown to people with what they write, and ended when a human says so.
import type { OutputStream, RunningCall } from "../../../shared/domain/execution.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { ReportStatus } from "../../../shared/domain/report.ts";
import { redactText } from "../../engine/intents/redact.ts";
import { createOutputEvents, type OutputEventPorts } from "./output-events.ts";

export interface Running {
  readonly take: (stream: OutputStream, text: string) => void;
  readonly end: (status: ReportStatus) => void;
  /** Who stopped it, where somebody did. */
  readonly stoppedBy: () => string | undefined;
}

export interface RunningCalls {
  readonly begin: (
    intent: Intent,
    effective: JsonObject,
    limits: { readonly timeoutSeconds: number; readonly stop: () => void },
  ) => Running;
  /** Oldest first. */
  readonly list: () => readonly RunningCall[];
  /** False when there is no such call any more. */
  readonly cancel: (agentDid: string, intentId: string, actor: string) => boolean;
}

interface Entry {
  readonly view: () => RunningCall;
  readonly stop: (actor: string) => void;
}

const longestSummary = 2000;

export function createRunningCalls(ports: OutputEventPorts): RunningCalls {
  const { clock, events, findSecrets } = ports;
  const running = new Map<string, Entry>();

  return {
    begin(intent, effective, { timeoutSeconds, stop }) {
      const { agentDid, intentId, protocol, tool } = intent;
      const key = intentKey(agentDid, intentId);
      const output = createOutputEvents(ports, agentDid, intentId);
      const summary = redactText(summaryOf(effective), findSecrets).slice(0, longestSummary);
      const call = { agentDid, intentId, protocol, tool, summary, startedAt: clock.now(), timeoutSeconds };
      let stoppedBy: string | undefined;
      running.set(key, {
        view: () => ({ ...call, output: output.tail() }),
        stop: (actor) => {
          stoppedBy ??= actor;
          stop();
        },
      });
      events.publish({ type: "execution_started", at: call.startedAt, call: { ...call, output: "" } });
      return {
        take: output.take,
        end: (status) => {
          output.end();
          running.delete(key);
          events.publish({ type: "execution_ended", at: clock.now(), agentDid, intentId, status });
        },
        stoppedBy: () => stoppedBy,
      };
    },
    list: () => [...running.values()].map(({ view }) => view()),
    cancel(agentDid, intentId, actor) {
      const entry = running.get(intentKey(agentDid, intentId));
      entry?.stop(actor);
      return entry !== undefined;
    },
  };
}

/** What a person recognises it by. */
function summaryOf({ command, path, ...rest }: JsonObject): string {
  if (typeof command === "string") return command;
  return typeof path === "string" ? path : JSON.stringify(rest);
}
