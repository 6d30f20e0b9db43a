// The gates of all contained runs: one thread for their bytes, started with the first run; questions and refusals come out here.
import type { HostTraffic } from "../../../shared/containment/boundary.ts";
import { createWorkerClient } from "../../workers/worker-client.ts";
import { type GateEvent, gateProtocol, type GateTypes } from "./messages.ts";
import type { GateRules, RefusalReason } from "./rules.ts";
import type { HostDecision } from "./way-out.ts";

export type { GateRules, RefusalReason } from "./rules.ts";
export type { HostDecision } from "./way-out.ts";

export interface GateHandlers {
  /** A host that nothing decides: a human may. */
  readonly ask: (host: string, port: number) => Promise<HostDecision>;
  readonly refused: (host: string, port: number, reason: RefusalReason) => void;
  /** All of its traffic so far, every few seconds while it changes. */
  readonly traffic: (hosts: readonly HostTraffic[]) => void;
}

export interface OpenGate {
  readonly setRules: (rules: GateRules) => void;
  readonly forget: (cut: boolean) => void;
  /** Resolves to all of its traffic. */
  readonly close: () => Promise<readonly HostTraffic[]>;
}

export interface Gates {
  readonly open: (runId: string, socket: string, rules: GateRules, handlers: GateHandlers) => Promise<OpenGate>;
  readonly close: () => Promise<void>;
}

export function createGates(fault: (where: string, error: unknown) => void): Gates {
  const runs = new Map<string, GateHandlers>();
  const thread = createWorkerClient<GateTypes>({
    protocol: gateProtocol,
    data: () => undefined,
    keepsProcessAlive: false,
    describeEnd: (error) => `The network gate has ended${error === undefined ? "" : `: ${error.message}`}.`,
    onEvent: hear,
    onEnd: (error) => {
      // Their sockets are gone with the thread: contained runs have no network until they are started again.
      if (error !== undefined) fault("network gate", error);
      runs.clear();
    },
  });

  function hear(event: GateEvent): void {
    const handlers = runs.get(event.runId);
    switch (event.type) {
      case "ask":
        void answer(event, handlers);
        break;
      case "refused":
        handlers?.refused(event.host, event.port, event.reason);
        break;
      case "traffic":
        handlers?.traffic(event.hosts);
        break;
    }
  }

  async function answer(event: Extract<GateEvent, { type: "ask" }>, handlers: GateHandlers | undefined): Promise<void> {
    const { runId, question, host, port } = event;
    const decision = await decide(host, port, handlers);
    thread.send({ type: "answer", runId, question, decision });
  }

  /** Whatever fails is a refusal. */
  async function decide(host: string, port: number, handlers: GateHandlers | undefined): Promise<HostDecision> {
    try {
      return (await handlers?.ask(host, port)) ?? { allowed: false, refusal: "denied" };
    } catch (error) {
      fault("network gate", error);
      return { allowed: false, refusal: "denied", detail: "Gatehouse could not ask." };
    }
  }

  return {
    async open(runId, socket, rules, handlers) {
      runs.set(runId, handlers);
      try {
        await thread.ask("open", { runId, socket, rules });
      } catch (error) {
        runs.delete(runId);
        throw error;
      }
      return {
        setRules: (next) => thread.send({ type: "rules", runId, rules: next }),
        forget: (cut) => thread.send({ type: "forget", runId, cut }),
        close: async () => {
          if (!runs.has(runId)) return [];
          const totals = await thread.ask("close", { runId });
          runs.delete(runId);
          return totals;
        },
      };
    },
    close: () => thread.close(),
  };
}
