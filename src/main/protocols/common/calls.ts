// One governed call: phases 1 to 4, the human where one is asked, phase 5 in the sandbox, and the report. For every protocol that executes.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import { second } from "../../../shared/lib/clock.ts";
import { effectiveArguments } from "../../../shared/domain/effective-arguments.ts";
import type { ExecutionResult, OutputStream, ToolRunner } from "../../../shared/domain/execution.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Json, JsonObject } from "../../../shared/lib/json.ts";
import type { CapabilityManifest, Verdict } from "../../../shared/domain/verdict.ts";
import type { Engine } from "../../engine/engine.ts";
import type { OutputEventPorts } from "./output-events.ts";
import { createRunningCalls, type RunningCalls } from "./running-calls.ts";

/** More at once are refused before anything is asked of anybody. */
const mostRunning = 32;
const keptInLedger = 2000;

export interface ToolCallPorts extends OutputEventPorts {
  readonly engine: Engine;
  readonly runner: ToolRunner;
}

export type CallEnd =
  | { readonly kind: "busy" }
  /** The caller gave an id that was used before: nothing was done. */
  | { readonly kind: "repeated"; readonly intentId: string }
  | { readonly kind: "denied"; readonly verdict: Verdict }
  | {
      readonly kind: "ran";
      readonly verdict: Verdict;
      readonly result: ExecutionResult;
      readonly durationMs: number;
    };

export interface CallOptions {
  /** Milliseconds for the human; without it as long as the tool itself might take. */
  readonly waitMs?: number | undefined;
  /** Seconds the tool may take, where that is less than its manifest says. */
  readonly runSeconds?: number | undefined;
  /** The caller chose the id, so that it may come again. It is executed once. */
  readonly givenId?: boolean | undefined;
  /** Nobody is left to wait for a human, but what runs may go on. */
  readonly leaving?: Cancellation | undefined;
  /** Nobody is left at all. */
  readonly gone: Cancellation;
  readonly onHeld?: (verdict: Verdict) => void;
  /** It was allowed, and begins. */
  readonly onStart?: () => void;
  readonly onOutput?: (stream: OutputStream, text: string) => void;
}

export interface ToolCalls extends Pick<RunningCalls, "list" | "cancel"> {
  readonly call: (intent: Intent, options: CallOptions) => Promise<CallEnd>;
  /** Ends what is running and waits until it has ended. */
  readonly stop: () => Promise<void>;
}

export function createToolCalls(ports: ToolCallPorts): ToolCalls {
  const { clock, engine, runner } = ports;
  const running = createRunningCalls(ports);
  const governed = new Map<AbortController, Promise<CallEnd>>();
  const givenIds = new Set<string>();
  let stopped = false;

  /** Executes an id the caller chose unless it was used before, since the start or earlier. */
  async function once(intent: Intent, run: () => Promise<CallEnd>): Promise<CallEnd> {
    const { agentDid, intentId } = intent;
    const key = intentKey(agentDid, intentId);
    const repeated = { kind: "repeated", intentId } as const;
    if (givenIds.has(key)) return repeated;
    givenIds.add(key);
    try {
      const before = await engine.settled(agentDid, intentId, 0);
      return before === undefined ? await run() : repeated;
    } finally {
      givenIds.delete(key);
    }
  }

  async function govern(intent: Intent, options: CallOptions, controller: AbortController): Promise<CallEnd> {
    const verdict = await decide(intent, options, controller.signal);
    const { manifest } = verdict;
    if (verdict.outcome === "DENIED" || verdict.outcome === "ESCALATE" || manifest === undefined) {
      return { kind: "denied", verdict };
    }
    const started = clock.now();
    const result = await execute(intent, verdict, limited(manifest, options), controller, options);
    const durationMs = clock.now() - started;
    const recorded = await engine.reports.take({
      agentDid: intent.agentDid,
      intentId: intent.intentId,
      status: result.status,
      result: ledgerResult(result),
      metrics: { duration_ms: durationMs },
    });
    // It has run, so the answer says so: an error would make the caller run it again.
    const notes = recorded.ok ? result.notes : [...result.notes, "The ledger could not record how it ended."];
    return { kind: "ran", verdict, result: { ...result, notes }, durationMs };
  }

  /** The engine's verdict, or for an escalation the human's; a denial when the time is up or nobody waits any more. */
  async function decide(intent: Intent, options: CallOptions, gone: Cancellation): Promise<Verdict> {
    const submitted = await engine.submit(intent);
    if (!submitted.ok) throw new Error(submitted.error);
    const verdict = submitted.value;
    if (verdict.outcome !== "ESCALATE") return verdict;
    options.onHeld?.(verdict);
    const { agentDid, intentId } = intent;
    const { giveUp } = engine.approvals;
    const leave = (): void =>
      void giveUp(agentDid, intentId, "agent_gone", "The caller ended before a human answered, so it was denied.");
    const ends = [gone, ...(options.leaving === undefined ? [] : [options.leaving])];
    for (const end of ends) end.addEventListener("abort", leave);
    if (ends.some((end) => end.aborted)) leave();
    const limit = options.waitMs ?? (verdict.manifest?.timeoutSeconds ?? 0) * second;
    const settled = await engine.settled(agentDid, intentId, limit);
    for (const end of ends) end.removeEventListener("abort", leave);
    if (settled !== undefined && settled.outcome !== "ESCALATE") return settled;
    await giveUp(agentDid, intentId, "timeout", "No human answered while the call could wait, so it was denied.");
    return (await engine.settled(agentDid, intentId, 0)) ?? verdict;
  }

  async function execute(
    intent: Intent,
    verdict: Verdict,
    manifest: CapabilityManifest,
    controller: AbortController,
    { onStart, onOutput }: CallOptions,
  ): Promise<ExecutionResult> {
    if (verdict.conditions.some((condition) => condition.kind === "dry_run")) return rehearsal;
    const { workingDirectory, workspace } = intent.context;
    const effective = effectiveArguments(intent.arguments, verdict.conditions);
    const { timeoutSeconds } = manifest;
    const call = running.begin(intent, effective, { timeoutSeconds, stop: () => controller.abort() });
    onStart?.();
    const result = await runner.run({
      tool: intent.tool,
      arguments: effective,
      manifest,
      ...(workingDirectory === undefined ? {} : { workingDirectory }),
      ...(workspace === undefined ? {} : { workspace }),
      signal: controller.signal,
      onOutput: (stream, text) => {
        call.take(stream, text);
        onOutput?.(stream, text);
      },
    });
    call.end(result.status);
    const actor = call.stoppedBy();
    if (actor === undefined || result.status !== "ABORTED") return result;
    return { ...result, fault: `A human stopped it (${actor}).` };
  }

  return {
    async call(intent, options) {
      if (stopped || governed.size >= mostRunning) return { kind: "busy" };
      const { gone } = options;
      const controller = new AbortController();
      const abort = (): void => controller.abort();
      gone.addEventListener("abort", abort);
      if (gone.aborted) abort();
      const run = () => govern(intent, options, controller);
      const end = options.givenId === true ? once(intent, run) : run();
      governed.set(controller, end);
      return end.finally(() => {
        governed.delete(controller);
        gone.removeEventListener("abort", abort);
      });
    },
    list: running.list,
    cancel: running.cancel,
    async stop() {
      stopped = true;
      for (const controller of governed.keys()) controller.abort();
      await Promise.allSettled(governed.values());
    },
  };
}

function limited(manifest: CapabilityManifest, { runSeconds }: CallOptions): CapabilityManifest {
  if (runSeconds === undefined || runSeconds >= manifest.timeoutSeconds) return manifest;
  return { ...manifest, timeoutSeconds: runSeconds };
}

const rehearsal: ExecutionResult = {
  status: "ABORTED",
  output: "Dry run: the policy allows this only as a rehearsal, so nothing was done.",
  sandbox: "none",
  notes: ["A condition of the policy makes it a dry run."],
};

/** File contents stay out of the ledger; of a program's output its end is kept. */
function ledgerResult(result: ExecutionResult): JsonObject {
  const { output, exitCode, fault, sandbox, notes } = result;
  const members: [string, Json][] = [
    ["sandbox", sandbox],
    ["output_characters", output.length],
    ...(sandbox === "files" ? [] : [["output", output.slice(-keptInLedger)] satisfies [string, Json]]),
    ...(exitCode === undefined ? [] : [["exit_code", exitCode] satisfies [string, Json]]),
    ...(fault === undefined ? [] : [["fault", fault] satisfies [string, Json]]),
    ...(notes.length === 0 ? [] : [["notes", notes] satisfies [string, Json]]),
  ];
  return Object.fromEntries(members);
}
