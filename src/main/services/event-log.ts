// Which of the engine's events the application's log tells of, and how.
import type { EngineEvent } from "../../shared/domain/telemetry.ts";
import { assertNever } from "../../shared/lib/result.ts";
import type { Log } from "../machine/log.ts";

/** What agents ask and what becomes of it is in the ledger; here is what happens to Gatehouse itself. */
export function logEvent(log: Pick<Log, "write">, event: EngineEvent): void {
  switch (event.type) {
    case "policy_changed":
      return log.write("info", "policy", "Another policy is in force.");
    case "policy_refused":
      return log.write("warning", "policy", `A file was not taken over. ${event.problems.join(" ")}`);
    case "ledger_health":
      return event.healthy
        ? log.write("info", "ledger", "The ledger can be written.")
        : log.write("error", "ledger", event.message ?? "The ledger cannot be written.");
    case "mode_changed":
      return log.write("info", "mode", `The mode is ${event.mode}.`);
    case "settings_changed":
      return log.write("info", "settings", `Changed: ${event.names.join(", ")}.`);
    case "halt_changed":
      return log.write(
        "warning",
        "agents",
        `${event.agentDid ?? "All agents"}: ${event.halted ? "stopped" : "resumed"}.`,
      );
    case "ledger_job":
      return event.job.state === "running"
        ? undefined
        : log.write("info", "ledger", `Work on the ledger (${event.job.kind}) ended: ${event.job.state}.`);
    case "agent_changed":
    case "connectors_changed":
    case "terminal_changed":
    case "inventory_changed":
    case "grant_changed":
    case "feed_changed":
    case "intent_held":
    case "approval_changed":
    case "approval_resolved":
    case "execution_started":
    case "execution_ended":
    case "execution_output":
    case "intent_received":
    case "risk_assessed":
    case "intent_blocked":
    case "intent_allowed":
    case "execution_complete":
    case "heartbeat":
      return undefined;
    default:
      return assertNever(event);
  }
}
