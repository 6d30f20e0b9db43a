// What the WebAssembly thread is given, and what it says.
import type { OutputStream } from "../../shared/execution.ts";

export interface WasmWork {
  readonly name: string;
  readonly module: Uint8Array<ArrayBuffer>;
  readonly input: Uint8Array;
  /** The only folders it can reach, by their own paths. */
  readonly folders: readonly string[];
  readonly outputBytes: number;
}

export type WasmEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "output_full" }
  | { readonly kind: "fault"; readonly message: string };

export type WasmMessage =
  | WasmEnd
  | { readonly kind: "output"; readonly stream: OutputStream; readonly bytes: Uint8Array };
