// How agents reach this Gatehouse: what listens where, and what it asks for.
import { z } from "zod";

export const transportIds = [
  "http",
  "websocket",
  "agentSocket",
  "a2e",
  "a2eSocket",
  "telemetry",
  "scoreRisk",
  "operatorSocket",
] as const;
export type TransportId = (typeof transportIds)[number];

export interface Transport {
  readonly id: TransportId;
  /** A URL, a path or the name of a pipe; absent when it is off. */
  readonly address?: string;
  /** Connections that are open now, where they can be counted. */
  readonly open?: number;
}

export interface ConnectionInfo {
  readonly http: string;
  readonly ws: string;
  /** The address it is bound to. */
  readonly address: string;
  readonly tls: boolean;
  /** Whether callers over the network must bring a token. The token itself is asked for on its own. */
  readonly token: boolean;
  readonly telemetryToken: boolean;
  readonly transports: readonly Transport[];
  /** The client library's address, where this Gatehouse has it beside it. */
  readonly sdk?: string;
}

export const connectionInputs = {
  getConnection: z.strictObject({}),
  revealToken: z.strictObject({ which: z.enum(["agents", "telemetry"]) }),
} as const;

export interface ConnectionOutputs {
  readonly getConnection: ConnectionInfo;
  readonly revealToken: { readonly token: string };
}
