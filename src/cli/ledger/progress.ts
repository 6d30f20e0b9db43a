// How far a long command has come, on one line.
import type { Terminal } from "../command.ts";

/** A line that counts, where a person is looking. */
export function createProgress(
  terminal: Terminal,
  watched: boolean,
): { readonly show: (done: number, total: number) => void; readonly clear: () => void } {
  let shown = 0;
  return {
    show: (done, total) => {
      if (!watched || performance.now() - shown < 100) return;
      shown = performance.now();
      terminal.complain(`\r${done} of ${total} entries`);
    },
    clear: () => {
      if (shown > 0) terminal.complain("\r\u001b[K");
    },
  };
}
