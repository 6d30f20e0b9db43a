// Agents, as people handle them: pairing, the kill switch, revocation. What takes power away happens before it is recorded.
import type { NewEntry } from "../../shared/domain/audit.ts";
import type { OperationError, Operations } from "../../shared/contract/contract.ts";
import type { RunningCall } from "../../shared/domain/execution.ts";
import { ok, type Result } from "../../shared/lib/result.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import { redactObject, redactText } from "../engine/intents/redact.ts";
import { type OperationPorts, refuse } from "./ports.ts";

type AgentOperations = Pick<Operations, "listAgents" | "pairAgent" | "revokeAgent" | "releaseAgent" | "setHalt">;

export function agentOperations(ports: OperationPorts): AgentOperations {
  const { clock, agents, engine, events } = ports;

  async function record(entry: Omit<NewEntry, "at">): Promise<Result<undefined, OperationError>> {
    try {
      await ports.ledger.append([{ ...entry, at: clock.now() }]);
      return ok(undefined);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      return refuse("unavailable", `It is done, but the ledger could not record it. ${why}`);
    }
  }

  const pairAgent: AgentOperations["pairAgent"] = async ({ agentDid, accept, reason = "" }, actor) => {
    const summary = `${accept ? "Accepted" : "Refused"} by ${actor}${said(reason)}`;
    const entry = {
      kind: "registration",
      agentDid,
      summary,
      body: { decision: accept ? "accepted" : "refused", actor },
    } as const;
    const open = agents.mayDecide(agentDid, accept);
    if (!open.ok) return refuse("not_found", open.error.message);
    // Accepting gives power, so it is recorded first.
    const before = accept ? await record(entry) : ok(undefined);
    if (!before.ok)
      return refuse("unavailable", "The ledger cannot record the decision, so the agent was not accepted.");
    const wasPending = agents
      .list(clock.now())
      .some((agent) => agent.agentDid === agentDid && agent.state === "pending");
    const decided = agents.decide(agentDid, accept, clock.now());
    if (!decided.ok) return refuse("not_found", decided.error.message);
    if (!accept) {
      if (wasPending)
        await engine.approvals.release(agentDid, "pairing_required", actor, "A human refused this agent.");
      const recorded = await record(entry);
      if (!recorded.ok) return recorded;
    }
    return decided;
  };

  const revokeAgent: AgentOperations["revokeAgent"] = async ({ agentDid, capabilities, reason }, actor) => {
    const revoked = agents.revoke(agentDid, capabilities, clock.now());
    if (!revoked.ok) return refuse("not_found", revoked.error.message);
    endRunning(
      actor,
      (call) => call.agentDid === agentDid && (capabilities === "*" || capabilities.includes(call.tool)),
    );
    ports.outbox.revoke(agentDid, capabilities, reason);
    await engine.approvals.release(
      agentDid,
      "capability_revoked",
      actor,
      reason === "" ? "Revoked by a human." : reason,
    );
    const what = capabilities === "*" ? "every capability" : capabilities.join(", ");
    const summary = redactText(`${what} revoked by ${actor}${said(reason)}`, ports.findSecrets);
    const recorded = await record({ kind: "revocation", agentDid, summary, body: { capabilities, actor } });
    return recorded.ok ? revoked : recorded;
  };

  const releaseAgent: AgentOperations["releaseAgent"] = async ({ agentDid }, actor) => {
    const known = agents.list(clock.now()).find((agent) => agent.agentDid === agentDid);
    if (known === undefined) return refuse("not_found", `No agent ${agentDid} has been seen here.`);
    if (known.owner === undefined) return ok(known);
    // Another process may use the agent's grants from then on, so it is recorded first.
    const summary = `Name released by ${actor}; it belonged to ${known.owner}`;
    const body = { event: "released", owner: known.owner, actor };
    const recorded = await record({
      kind: "registration",
      agentDid,
      summary: redactText(summary, ports.findSecrets),
      body: redactObject(body, ports.findSecrets),
    });
    if (!recorded.ok) return refuse("unavailable", "The ledger cannot record it, so the name was not released.");
    const released = agents.release(agentDid, clock.now());
    return released.ok ? released : refuse("not_found", released.error.message);
  };

  /** What Gatehouse itself runs for an agent ends with its right to run it. */
  function endRunning(actor: string, affected: (call: RunningCall) => boolean): void {
    for (const { agentDid, intentId } of ports.executions.list().filter(affected))
      ports.executions.cancel(agentDid, intentId, actor);
  }

  function resumeAll() {
    const saved = ports.settings.save({ halted: false });
    return saved.ok ? undefined : refuse("unavailable", saved.error);
  }

  function haltOne(agentDid: string, halted: boolean) {
    const changed = agents.setHalted(agentDid, halted, clock.now());
    return changed.ok ? undefined : refuse("not_found", changed.error.message);
  }

  const setHalt: AgentOperations["setHalt"] = async ({ agentDid, halted, reason }, actor) => {
    // A disk that is full must not keep anybody from stopping agents; to let them go on, it must be kept.
    const kept = agentDid === undefined && halted ? ports.settings.impose({ halted }) : ok(undefined);
    const refused = agentDid !== undefined ? haltOne(agentDid, halted) : halted ? undefined : resumeAll();
    if (refused !== undefined) return refused;
    if (halted) endRunning(actor, (call) => agentDid === undefined || call.agentDid === agentDid);
    const why = reason === "" ? (halted ? "Stopped by a human." : "Resumed by a human.") : reason;
    const deniedApprovals = halted ? await engine.approvals.release(agentDid, "agent_halted", actor, why) : 0;
    const now = clock.now();
    events.publish({ type: "halt_changed", at: now, ...(agentDid === undefined ? {} : { agentDid }), halted });
    ports.outbox.halt(agentDid, halted, why, actor);
    const summary = redactText(
      `${halted ? "HALT" : "RESUME"} ${agentDid ?? "all agents"} by ${actor}: ${why}`,
      ports.findSecrets,
    );
    const recorded = await record({
      kind: "directive",
      ...(agentDid === undefined ? {} : { agentDid }),
      summary,
      body: { directive: halted ? "HALT" : "RESUME", actor, denied_approvals: deniedApprovals },
    });
    if (!kept.ok) return refuse("unavailable", `All agents are stopped, but a restart would forget it. ${kept.error}`);
    return recorded.ok ? ok({ halted, deniedApprovals }) : recorded;
  };

  return {
    listAgents: async (): Promise<Result<readonly AgentSummary[], OperationError>> => ok(agents.list(clock.now())),
    pairAgent,
    revokeAgent,
    releaseAgent,
    setHalt,
  };
}

function said(reason: string): string {
  return reason === "" ? "" : `: ${reason}`;
}
