// Hears what child processes write from their first byte on, also those that a library starts.
//
// Playwright hands out the process only when the window is there; by then the first lines have gone by.
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

export interface ChildListener {
  readonly outputOf: (child: ChildProcess) => () => string;
  readonly everything: () => string;
  /** No longer notices new processes; those it knows are still heard. */
  readonly stop: () => void;
}

function isChildMessage(message: unknown): message is { readonly process: ChildProcess } {
  return typeof message === "object" && message !== null && "process" in message;
}

export function listenToChildren(): ChildListener {
  const outputs = new Map<ChildProcess, Buffer[]>();
  const written = (child: ChildProcess): string => Buffer.concat(outputs.get(child) ?? []).toString("utf8");
  const hear = (message: unknown): void => {
    if (!isChildMessage(message)) return;
    const child = message.process;
    const chunks: Buffer[] = [];
    outputs.set(child, chunks);
    // The streams exist from here on, and nothing has been read from them yet.
    child.once("spawn", () => {
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
    });
  };
  subscribe("child_process", hear);
  return {
    outputOf: (child) => () => written(child),
    everything: () => [...outputs.keys()].map(written).join("\n"),
    stop: () => void unsubscribe("child_process", hear),
  };
}
