// What a WebAssembly tool's thread is asked, and what it reports.
import type { OutputStream } from "../../../shared/domain/execution.ts";
import { fields, nothing, type Protocol, tagged } from "../../workers/protocol.ts";

export interface WasmWork {
  readonly name: string;
  readonly module: Uint8Array<ArrayBuffer>;
  readonly input: Uint8Array;
  /** The only folders it can reach, by their own paths. */
  readonly folders: readonly string[];
  readonly outputBytes: number;
}

export type WasmEnd =
  | { readonly type: "exit"; readonly code: number }
  | { readonly type: "output_full" }
  | { readonly type: "fault"; readonly message: string };

export interface WasmOutput {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array;
}

export interface WasmTypes {
  readonly data: undefined;
  readonly questions: {
    readonly run: { readonly argument: WasmWork; readonly answer: WasmEnd; readonly progress: WasmOutput };
  };
  readonly command: undefined;
  readonly event: undefined;
}

export const wasmProtocol: Protocol<WasmTypes> = {
  worker: "wasm-tool",
  data: { parse: () => undefined },
  questions: {
    run: {
      argument: fields<WasmWork>({
        name: "string",
        module: "object",
        input: "object",
        folders: "object",
        outputBytes: "number",
      }),
      answer: tagged<WasmEnd>({ exit: true, output_full: true, fault: true }),
      progress: fields<WasmOutput>({ stream: "string", bytes: "object" }),
    },
  },
  command: nothing,
  event: nothing,
};
