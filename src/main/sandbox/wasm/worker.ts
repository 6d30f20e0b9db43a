// Runs one WebAssembly tool on a thread of its own: arguments on standard input, answer on standard output.
import { openSync } from "node:fs";
import { devNull } from "node:os";
import { WASI } from "node:wasi";
import { guardedCalls, type Streams } from "./wasi-calls.ts";
import { hostWorker } from "../../workers/worker-host.ts";
import { type WasmEnd, type WasmOutput, wasmProtocol, type WasmWork } from "./messages.ts";

const namespace = "wasi_snapshot_preview1";

class OutputFull extends Error {}

async function run(work: WasmWork, output: (output: WasmOutput) => void): Promise<WasmEnd> {
  const module = await WebAssembly.compile(work.module);
  const foreign = WebAssembly.Module.imports(module).find(
    (needed) => needed.module !== namespace || needed.kind !== "function",
  );
  if (foreign !== undefined) return { type: "fault", message: `It needs ${foreign.module}.${foreign.name}.` };

  // Handles of its own: closing them must not close Gatehouse's.
  const [stdin, stdout, stderr] = [openSync(devNull, "r"), openSync(devNull, "w"), openSync(devNull, "w")];
  const preopens = Object.fromEntries(work.folders.map((folder) => [folder, folder]));
  const wasi = new WASI({ version: "preview1", args: [work.name], env: {}, preopens, stdin, stdout, stderr });
  let left = work.outputBytes;
  let memory: WebAssembly.Memory | undefined;
  const write: Streams["write"] = (stream, bytes) => {
    const taken = bytes.subarray(0, left);
    left -= taken.length;
    output({ stream, bytes: taken });
    if (left === 0) throw new OutputFull();
  };
  const calls = guardedCalls(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node types the imports as a plain object
    wasi.wasiImport as never,
    () => memory?.buffer ?? new ArrayBuffer(0),
    { input: work.input, write },
    work.folders,
  );
  const instance = await WebAssembly.instantiate(module, { [namespace]: calls });
  const exported = instance.exports["memory"];
  if (!(exported instanceof WebAssembly.Memory)) return { type: "fault", message: "It exports no memory." };
  memory = exported;
  try {
    return { type: "exit", code: wasi.start(instance) };
  } catch (error) {
    if (error instanceof OutputFull) return { type: "output_full" };
    return { type: "fault", message: error instanceof Error ? error.message : String(error) };
  }
}

hostWorker(wasmProtocol).serve({ answers: { run } });
