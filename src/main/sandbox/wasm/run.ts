// WebAssembly tools (wasm32-wasip1): the scope's folders and nothing else, no network, memory and time limited.
import { readFile, stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { second } from "../../shared/clock.ts";
import type { Execution, ExecutionResult } from "../../shared/execution.ts";
import { assertNever } from "../../shared/result.ts";
import { memoryBytes } from "./launch.ts";
import type { RunLimits } from "./limits.ts";
import { createOutput } from "./output.ts";
import type { Scope } from "./scope.ts";
import type { UserTool } from "./user-tools.ts";
import type { WasmEnd, WasmMessage, WasmWork } from "./wasm-messages.ts";
import { limitMemory } from "./wasm-module.ts";
import { isWithin } from "./within.ts";

export interface WasmOptions {
  readonly limits: RunLimits;
  /** Where the thread starts, when the program is bundled. */
  readonly workerUrl?: URL | undefined;
}

const workerSource = new URL("./wasm-worker.ts", import.meta.url);

export async function runWasm(
  tool: UserTool,
  execution: Execution,
  scope: Scope,
  options: WasmOptions,
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
    outputBytes: options.limits.outputBytes,
  };
  const { output, ...end } = await runThread(work, execution, options);
  return { ...shared, ...outcomeOf(end, execution, options.limits), output };
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

type ThreadEnd = WasmEnd | { readonly kind: "time" | "cancelled" };

function runThread(
  work: WasmWork,
  { manifest, signal, onOutput }: Execution,
  { limits, workerUrl = workerSource }: WasmOptions,
): Promise<ThreadEnd & { readonly output: string }> {
  return new Promise((resolve) => {
    // Node's own warnings go nowhere, and the environment is empty.
    const worker = new Worker(workerUrl, { workerData: work, env: {}, stdout: true, stderr: true });
    const output = createOutput({ limit: limits.outputBytes, onText: onOutput, onFull: () => {} });
    const finish = (end: ThreadEnd): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      void worker.terminate();
      resolve({ ...end, output: output.text() });
    };
    const cancel = (): void => finish({ kind: "cancelled" });
    const timer = setTimeout(() => finish({ kind: "time" }), manifest.timeoutSeconds * second);
    worker.on("message", (message: WasmMessage) => {
      if (message.kind === "output") output.take(message.stream, message.bytes);
      else finish(message);
    });
    worker.once("error", (error) => finish({ kind: "fault", message: error.message }));
    worker.once("exit", () => finish({ kind: "fault", message: "The thread ended without a word." }));
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
  });
}

function outcomeOf(
  end: ThreadEnd,
  { manifest }: Execution,
  limits: RunLimits,
): Pick<ExecutionResult, "status" | "exitCode" | "fault"> {
  switch (end.kind) {
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
