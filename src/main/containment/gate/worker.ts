// The thread of the gates: passes the bytes of all contained runs, so that the thread that answers intents does not.
import { hostWorker } from "../../workers/worker-host.ts";
import { gateProtocol, type GateOpening } from "./messages.ts";
import { createProxy, type Proxy } from "./proxy.ts";
import type { GateRules } from "./rules.ts";
import { createTraffic, type Traffic } from "./traffic.ts";
import { createWaysOut, type HostDecision, type WaysOut } from "./way-out.ts";

interface Gate {
  rules: GateRules;
  readonly ways: WaysOut;
  readonly proxy: Proxy;
  readonly traffic: Traffic;
  readonly questions: Map<number, (decision: HostDecision) => void>;
  /** The traffic that was reported last, as text. */
  reported: string;
}

/** How often the window hears of traffic. */
const reportEvery = 2000;
/** Different hosts one run may wait for. */
const mostQuestions = 64;

const host = hostWorker(gateProtocol);
const gates = new Map<string, Gate>();
let lastQuestion = 0;

function createGate({ runId, rules }: GateOpening): Gate {
  const questions: Gate["questions"] = new Map();
  const traffic = createTraffic();
  const refused = (name: string, port: number, reason: Parameters<typeof reportRefusal>[3]): void =>
    reportRefusal(runId, name, port, reason);
  const ways = createWaysOut({
    rules: () => gate.rules,
    ask: (name, port) => ask(runId, questions, name, port),
    refused,
    traffic,
  });
  const gate: Gate = { rules, ways, proxy: createProxy(ways, refused), traffic, questions, reported: "[]" };
  return gate;
}

function reportRefusal(
  runId: string,
  name: string,
  port: number,
  reason: Parameters<Parameters<typeof createWaysOut>[0]["refused"]>[2],
): void {
  host.emit({ type: "refused", runId, host: name, port, reason });
}

function ask(runId: string, questions: Gate["questions"], name: string, port: number): Promise<HostDecision> {
  if (questions.size >= mostQuestions) {
    const detail = `${mostQuestions} hosts of this run wait for an answer already.`;
    return Promise.resolve({ allowed: false, refusal: "unanswered", detail });
  }
  lastQuestion += 1;
  const question = lastQuestion;
  const { promise, resolve } = Promise.withResolvers<HostDecision>();
  questions.set(question, resolve);
  host.emit({ type: "ask", runId, question, host: name, port });
  return promise.finally(() => questions.delete(question));
}

async function open(opening: GateOpening): Promise<undefined> {
  if (gates.has(opening.runId)) throw new Error("This run has a gate already.");
  const gate = createGate(opening);
  const { server } = gate.proxy;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(opening.socket, resolve);
  });
  gates.set(opening.runId, gate);
  return undefined;
}

function close({ runId }: { readonly runId: string }) {
  const gate = gates.get(runId);
  if (gate === undefined) return [];
  gates.delete(runId);
  for (const answer of gate.questions.values()) answer({ allowed: false, refusal: "unanswered" });
  gate.proxy.server.close();
  const totals = gate.traffic.totals();
  gate.proxy.cut();
  return totals;
}

function reportTraffic(): void {
  for (const [runId, gate] of gates) {
    const totals = gate.traffic.totals();
    const text = JSON.stringify(totals);
    if (text === gate.reported) continue;
    gate.reported = text;
    host.emit({ type: "traffic", runId, hosts: totals });
  }
}

const reporting = setInterval(reportTraffic, reportEvery);

host.serve({
  answers: { open, close },
  command(command) {
    const gate = gates.get(command.runId);
    if (gate === undefined) return;
    switch (command.type) {
      case "rules":
        gate.rules = command.rules;
        gate.ways.forget();
        gate.proxy.cut();
        break;
      case "answer":
        gate.questions.get(command.question)?.(command.decision);
        break;
      case "forget":
        gate.ways.forget();
        if (command.cut) gate.proxy.cut();
        break;
    }
  },
  close() {
    clearInterval(reporting);
    for (const runId of gates.keys()) close({ runId });
  },
});
