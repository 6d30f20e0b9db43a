// Keeps threads that use WebAssembly from bringing the process down, whether it strips types or runs a tool.
import { setFlagsFromString } from "node:v8";

/**
 * V8 13 and 14 replace the small piece of code by which WebAssembly calls JavaScript with a quicker one after 1,000 calls. All
 * threads share these pieces, and the old one is sometimes freed twice or too early: "Check failed: jit_page.has_value()", or a
 * plain crash. With this it is never replaced.
 */
export const steadyThreadsFlag = "--wasm-wrapper-tiering-budget=2147483647";

/** For threads started from now on. */
export function steadyThreads(): void {
  setFlagsFromString(steadyThreadsFlag);
}
