// Every worker thread of the program, by name: the source it runs from in development, and its file in the build.

/** Paths within src/main. */
export const workerSources = {
  "ledger-writer": "store/write/worker.ts",
  "ledger-index": "store/index/worker.ts",
  "ledger-reader": "store/read/worker.ts",
  "past-actions": "services/past-actions/worker.ts",
  "policy-drafts": "services/policy-drafts/worker.ts",
  "trace-export": "telemetry/otlp/worker.ts",
  "risk-model": "model/onnx/worker.ts",
  "wasm-tool": "sandbox/wasm/worker.ts",
  "network-gate": "containment/gate/worker.ts",
} as const;

export type WorkerName = keyof typeof workerSources;

/** The bundler's inputs: each thread is a file of its own. */
export function workerInputs(): Record<string, string> {
  const entries = Object.entries(workerSources);
  return Object.fromEntries(entries.map(([name, source]) => [`${name}-worker`, `src/main/${source}`]));
}

/** Where a thread starts: its source, or the built file in out/main, beside which all built code lies. */
export function workerUrl(name: WorkerName): URL {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? `../${workerSources[name]}` : `../main/${name}-worker.js`, import.meta.url);
}
