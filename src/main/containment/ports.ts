// What a contained run needs from the rest of Gatehouse: a way to the network, and a socket for its hooks.
import type { ContainedRun } from "../../shared/containment/index.ts";
import type { Result } from "../../shared/lib/result.ts";

/** The way of one run to the network: an HTTP proxy on a Unix socket. */
export interface RunGate {
  readonly socket: string;
  /** Variables that programs inside need beside those of the proxy. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Opens the gate of a run; called once for each run whose profile has a network. */
export type OpenRunGate = (run: ContainedRun) => Promise<Result<RunGate, string>>;

/** The socket for the hooks of one run: whoever calls there is inside that run. */
export interface RunAgentSocket {
  readonly path: string;
  readonly close: () => Promise<void>;
}

export type OpenRunAgentSocket = (run: ContainedRun, path: string) => Promise<Result<RunAgentSocket, string>>;

/** The runs that are open now. */
export interface ContainedRuns {
  readonly find: (runId: string) => ContainedRun | undefined;
  readonly list: () => readonly ContainedRun[];
  /** Hears of each run that was opened or closed. */
  readonly subscribe: (listener: (run: ContainedRun, state: "opened" | "closed") => void) => () => void;
}

/** A file that exists inside only. */
export interface EtcFile {
  /** Below /etc. */
  readonly path: string;
  readonly text: string;
}
