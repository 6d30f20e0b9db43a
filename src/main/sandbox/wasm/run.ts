// WebAssembly tools (wasm32-wasip1): the scope's folders and nothing else, no network, memory and time limited.
import { readFile, stat } from "node:fs/promises";
import { second } from "../../../shared/lib/clock.ts";
import type { Execution, ExecutionResult } from "../../../shared/domain/execution.ts";
import { assertNever } from "../../../shared/lib/result.ts";
import { memoryBytes } from "../commands/launch.ts";
import type { RunLimits } from "../limits.ts";
import { createOutput } from "../output.ts";
import type { Scope } from "../scope.ts";
import type { UserTool } from "./user-tools.ts";
import { WorkerTimeout } from "../../workers/worker-client.ts";
import { startWorkerJob } from "../../workers/worker-job.ts";
import { type WasmEnd, wasmProtocol, type WasmWork } from "./messages.ts";
import { limitMemory } from "./module.ts";
import { isWithin } from "../within.ts";

export async function runWasm(
  tool: UserTool,
  execution: Execution,
  scope: Scope,
  limits: RunLimits,
): Promise<ExecutionResult> {
  const { folders, notes } = await foldersOf(scope);
  const shared = { sandbox: "webassembly", notes } as const;
  const module = limitMemory(await readFile(tool.file), memoryBytes(execution.manifest));
  if (!module.ok) return { ...shared, status: "FAILURE", output: "", fault: module.error };
  const work: WasmWork = {
    name: tool.name,
    module: module.value,
    input: Buffer.from(`${JSON.stringify(execution.arguments)}\n`),
    folders,
    outputBytes: limits.outputBytes,
  };
  const { output, ...end } = await runThread(work, execution, limits);
  return { ...shared, ...outcomeOf(end, execution, limits), output };
}

/** A folder around Gatehouse's own files cannot be handed over: nothing inside the thread could keep it out of them. */
async function foldersOf(scope: Scope): Promise<{ readonly folders: readonly string[]; readonly notes: string[] }> {
  const folders: string[] = [];
  const notes = [...scope.notes];
  for (const place of scope.places) {
    if (scope.hidden.some((hidden) => isWithin(hidden, place))) {
      notes.push(`${place} holds Gatehouse's own files, so the tool did not get it.`);
    } else if ((await stat(place)).isDirectory()) folders.push(place);
  }
  return { folders, notes };
}

type ThreadEnd = WasmEnd | { readonly type: "time" | "cancelled" };

async function runThread(
  work: WasmWork,
  { manifest, signal, onOutput }: Execution,
  limits: RunLimits,
): Promise<ThreadEnd & { readonly output: string }> {
  const output = createOutput({ limit: limits.outputBytes, onText: onOutput, onFull: () => {} });
  const job = startWorkerJob(
    {
      protocol: wasmProtocol,
      data: () => undefined,
      // Node's own warnings are discarded, and the environment is empty.
      environment: {},
      silent: true,
      describeEnd: (error) => error?.message ?? "The thread ended without an answer.",
    },
    "run",
    work,
    {
      signal,
      timeoutMs: manifest.timeoutSeconds * second,
      onProgress: ({ stream, bytes }) => output.take(stream, bytes),
    },
  );
  const end = await job.answer.catch((error: unknown): ThreadEnd => {
    if (signal.aborted) return { type: "cancelled" };
    if (error instanceof WorkerTimeout) return { type: "time" };
    return { type: "fault", message: error instanceof Error ? error.message : String(error) };
  });
  job.stop();
  return { ...end, output: output.text() };
}

function outcomeOf(
  end: ThreadEnd,
  { manifest }: Execution,
  limits: RunLimits,
): Pick<ExecutionResult, "status" | "exitCode" | "fault"> {
  switch (end.type) {
    case "exit":
      if (end.code === 0) return { status: "SUCCESS", exitCode: 0 };
      return { status: "FAILURE", exitCode: end.code, fault: `The tool ended with exit code ${end.code}.` };
    case "fault":
      return { status: "FAILURE", fault: `The tool failed: ${end.message}` };
    case "output_full":
      return { status: "FAILURE", fault: `It was stopped after ${limits.outputBytes} bytes of output.` };
    case "time":
      return { status: "TIMEOUT", fault: `It was stopped after ${manifest.timeoutSeconds} seconds.` };
    case "cancelled":
      return { status: "ABORTED", fault: "It was stopped because nobody waits for it any more." };
    default:
      return assertNever(end);
  }
}
