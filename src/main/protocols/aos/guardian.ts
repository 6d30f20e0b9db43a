// The guardian: who sends a step, whether the agent is still what it was, what the engine says, and how long to wait for a human.
import type { Engine } from "../../engine/engine.ts";
import type { Clock, Identifiers, SettingsSource, Sha256 } from "../../engine/ports.ts";
import type { Intent, IntentContext } from "../../../shared/domain/intent.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { type Caller, rpcCodes, type RpcError } from "../../../shared/lib/rpc.ts";
import type { ReasonCode, Verdict } from "../../../shared/domain/verdict.ts";
import { agentDidOf, unnamedAgent } from "../common/agent-did.ts";
import { authenticateUnnamed, type Identity, sourceOf } from "../common/identity.ts";
import { type AosResult, answerOf } from "./answer.ts";
import type { Inventory } from "./inventory.ts";
import { inventoryQuestion, unacceptedInventory } from "./inventory-question.ts";
import type { StepMemory } from "./memory.ts";
import type { Agent, StepContext } from "./objects.ts";
import { intentContext, type Step } from "./steps.ts";

export interface GuardianPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly sha256: Sha256;
  readonly settings: SettingsSource;
  readonly engine: Engine;
  readonly identity: Identity;
  readonly inventory: Inventory;
  readonly memory: StepMemory;
}

export interface Asked {
  readonly verdict: Verdict;
  readonly agentDid: string;
  /** The id the step was recorded under. */
  readonly intentId: string;
  readonly answer: AosResult;
}

export interface Guardian {
  /** The agent that sends a step. */
  readonly sender: (step: Step, caller: Caller) => Result<string, RpcError>;
  /** `answered` is false for a notification: it is recorded, and nobody waits for a human. */
  readonly ask: (
    step: Step,
    caller: Caller,
    answered: boolean,
    more?: { readonly intentId?: string; readonly parentIntent?: string },
  ) => Promise<Result<Asked, RpcError>>;
}

const mostNamed = 5000;

/** Denials that say nothing about what the agent is made of: there is nothing in it for a human to answer. */
const unrelated: ReadonlySet<ReasonCode> = new Set([
  "agent_halted",
  "capability_revoked",
  "pairing_required",
  "ledger_unavailable",
  "engine_fault",
]);

export function createGuardian(ports: GuardianPorts): Guardian {
  const { engine, inventory, memory } = ports;
  /** The name and version each agent was last registered under, so that the registry is updated only when it changes. */
  const registered = new Map<string, string>();

  const ask: Guardian["ask"] = async (step, caller, answered, more = {}) => {
    const sender = identify(step, caller);
    if (!sender.ok) return sender;
    const agentDid = sender.value;
    const intentId = more.intentId ?? `aos-${ports.identifiers.next()}`;
    const context = contextOf(step, agentDid, intentId, more.parentIntent);
    const waiting: Waiting = { caller, answered };
    const below = { ...context, parentIntent: context.parentIntent ?? intentId };
    const refused = await refusedInventory(step.context, agentDid, below, waiting);
    if (refused !== undefined) {
      // The step itself is on record too, although nobody looked at it.
      const findings = [...(step.asks.findings ?? []), unacceptedInventory];
      await decide({ intentId, agentDid, context, protocol: "aos", ...step.asks, findings }, waiting);
      return ok({ verdict: refused, agentDid, intentId, answer: answerOf(refused, step) });
    }
    const verdict = await decide({ intentId, agentDid, context, protocol: "aos", ...step.asks }, waiting);
    return ok({ verdict, agentDid, intentId: verdict.intentId, answer: answerOf(verdict, step) });
  };

  function identify(step: Step, caller: Caller): Result<string, RpcError> {
    const agent = step.context?.agent;
    const source = sourceOf(caller);
    const now = ports.clock.now();
    if (agent === undefined) {
      const unnamed = authenticateUnnamed(ports.identity, {}, unnamedAgent, step.method, source, now);
      return unnamed.ok ? ok(unnamed.value.agentDid) : unnamed;
    }
    const agentDid = agentDidOf("aos", agent.id, ports.sha256);
    if (registered.get(agentDid) !== nameOf(agent)) {
      const metadata = { name: agent.name.slice(0, 256), version: agent.version.slice(0, 256), runtime: "aos" };
      if (ports.identity.register({ agent_did: agentDid, metadata }, source, now).ok) remember(agentDid, agent);
    }
    const sender = ports.identity.authenticate({ agent_did: agentDid }, step.method, source, now);
    if (sender.ok || sender.error.code !== rpcCodes.sessionExpired) return sender.ok ? ok(agentDid) : sender;
    // AOS agents do not know that they are registered, so theirs is renewed for them.
    const again = ports.identity.register({ agent_did: agentDid }, source, now);
    return again.ok ? ok(agentDid) : again;
  }

  function remember(agentDid: string, agent: Agent): void {
    registered.delete(agentDid);
    registered.set(agentDid, nameOf(agent));
    const [oldest] = registered.keys();
    if (registered.size > mostNamed && oldest !== undefined) registered.delete(oldest);
  }

  /** The steps of a turn hang below its first one, so that its story can be told. */
  function contextOf(step: Step, agentDid: string, intentId: string, parent: string | undefined): IntentContext {
    const context = intentContext(step);
    if (step.context === undefined) return parent === undefined ? context : { ...context, parentIntent: parent };
    const { session, turnId } = step.context;
    const first = memory.turn(JSON.stringify([agentDid, session.id, turnId]), intentId);
    const parentIntent = parent ?? (first === intentId ? undefined : first);
    return parentIntent === undefined ? context : { ...context, parentIntent };
  }

  interface Waiting {
    readonly caller: Caller;
    readonly answered: boolean;
  }

  /** The verdict that keeps the agent from going on as what it says it is now; undefined when it may. */
  async function refusedInventory(
    context: StepContext | undefined,
    agentDid: string,
    stepContext: IntentContext,
    waiting: Waiting,
  ): Promise<Verdict | undefined> {
    if (context === undefined) return undefined;
    const { agent, session } = context;
    const news = inventory.compare(agentDid, agent);
    if (news === undefined) return undefined;
    const verdict = await decide(
      {
        intentId: `aos-${ports.identifiers.next()}`,
        agentDid,
        context: stepContext,
        protocol: "aos",
        ...inventoryQuestion(agent, news, inventory.isRefused(agentDid, agent)),
      },
      waiting,
    );
    const now = ports.clock.now();
    if (verdict.outcome === "DENIED") {
      if (!unrelated.has(verdict.reason)) inventory.propose(agentDid, agent, news, session.id, now);
      return verdict;
    }
    inventory.accept(agentDid, agent, session.id, now);
    return undefined;
  }

  /** The engine's word; for an escalation the human's, or a denial when the time is up or the agent has gone. */
  async function decide(asked: Intent, { caller, answered }: Waiting): Promise<Verdict> {
    const intent = { ...asked, peerKey: peerKey(caller.peer) };
    const verdict = await submit(intent);
    const { intentId } = verdict;
    if (verdict.outcome !== "ESCALATE") return verdict;
    const waitMs = answered ? ports.settings.current().aosWaitMs : 0;
    await untilSettled(intent.agentDid, intentId, waitMs, caller);
    const gone = caller.gone.aborted;
    const why = gone
      ? "The agent ended the call before a human answered, so it was denied."
      : "No human answered while the agent could wait, so it was denied.";
    await engine.approvals.giveUp(intent.agentDid, intentId, gone ? "agent_gone" : "timeout", why);
    return (await engine.settled(intent.agentDid, intentId, 0)) ?? verdict;
  }

  /** The same execution with other arguments is another call: AOS does not forbid it, so it gets an id of its own. */
  async function submit(intent: Intent): Promise<Verdict> {
    const first = await engine.submit(intent);
    if (first.ok) return first.value;
    const second = await engine.submit({ ...intent, intentId: `aos-${ports.identifiers.next()}` });
    if (!second.ok) throw new Error(second.error);
    return second.value;
  }

  async function untilSettled(agentDid: string, intentId: string, waitMs: number, caller: Caller): Promise<void> {
    if (waitMs === 0 || caller.gone.aborted) return;
    let stop = (): void => {};
    const gone = new Promise<void>((resolve) => {
      stop = resolve;
    });
    caller.gone.addEventListener("abort", stop);
    await Promise.race([engine.settled(agentDid, intentId, waitMs), gone]);
    caller.gone.removeEventListener("abort", stop);
  }

  return { ask, sender: identify };
}

function nameOf(agent: Agent): string {
  return `${agent.name}\n${agent.version}`;
}
