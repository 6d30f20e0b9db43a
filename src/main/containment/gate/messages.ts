// What the thread of the gates is asked, and what it reports.
import type { HostTraffic } from "../../../shared/containment/boundary.ts";
import { fields, nothing, type Protocol, tagged, trusted } from "../../workers/protocol.ts";
import type { GateRules, RefusalReason } from "./rules.ts";
import type { HostDecision } from "./way-out.ts";

export interface GateOpening {
  readonly runId: string;
  readonly socket: string;
  readonly rules: GateRules;
}

export type GateCommand =
  | { readonly type: "rules"; readonly runId: string; readonly rules: GateRules }
  | { readonly type: "answer"; readonly runId: string; readonly question: number; readonly decision: HostDecision }
  /** What was allowed before is asked for again; with `cut`, open connections end too. */
  | { readonly type: "forget"; readonly runId: string; readonly cut: boolean };

export type GateEvent =
  | {
      readonly type: "ask";
      readonly runId: string;
      readonly question: number;
      readonly host: string;
      readonly port: number;
    }
  | {
      readonly type: "refused";
      readonly runId: string;
      readonly host: string;
      readonly port: number;
      readonly reason: RefusalReason;
    }
  | { readonly type: "traffic"; readonly runId: string; readonly hosts: readonly HostTraffic[] };

export interface GateTypes {
  readonly data: undefined;
  readonly questions: {
    readonly open: { readonly argument: GateOpening; readonly answer: undefined };
    /** The last count of its traffic. */
    readonly close: { readonly argument: { readonly runId: string }; readonly answer: readonly HostTraffic[] };
  };
  readonly command: GateCommand;
  readonly event: GateEvent;
}

export const gateProtocol: Protocol<GateTypes> = {
  worker: "network-gate",
  data: { parse: () => undefined },
  questions: {
    open: {
      argument: fields<GateOpening>({ runId: "string", socket: "string", rules: "object" }),
      answer: nothing,
    },
    close: { argument: fields<{ readonly runId: string }>({ runId: "string" }), answer: trusted() },
  },
  command: tagged<GateCommand>({ rules: true, answer: true, forget: true }),
  event: tagged<GateEvent>({ ask: true, refused: true, traffic: true }),
};
