// Checks that ask the running engine: its health, its address, and the hooks of agents.
import type { ConnectorView } from "../../shared/contract/connector.ts";
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import { assertNever } from "../../shared/lib/result.ts";
import { counted, visible } from "../text.ts";
import { failed, fine, type Finding, warning } from "./finding.ts";

export function checkHealth(status: ConsoleStatus): readonly Finding[] {
  const { policy, ledger, model, movedPorts = [], packProblems = [], observing } = status;
  const [problem] = policy.problems;
  return [
    problem === undefined
      ? fine("Policy", visible(policy.version))
      : failed(
          "Policy",
          visible(problem),
          "gatehouse policy check FILE says what is wrong; the last good one is in force.",
        ),
    ...(observing === undefined
      ? []
      : [warning("Mode", "observe: only blocked actions are stopped", "gatehouse observe off")]),
    ...packProblems.map((each) => failed("Packs", visible(each), "gatehouse packs check FILE, then correct it.")),
    ledger.healthy && ledger.alarm === undefined
      ? fine("Ledger", counted(ledger.entries, "entry", "entries"))
      : failed("Ledger", visible(ledger.message ?? ledger.alarm ?? "not healthy"), "gatehouse ledger verify"),
    model.status === "off" || model.message === undefined
      ? fine("Model", model.status)
      : warning("Model", visible(model.message), "Choose another scorer under Settings, or switch it off."),
    ...(movedPorts.length === 0
      ? [fine("Port", status.http)]
      : movedPorts.map((sentence) =>
          warning("Port", visible(sentence), "End the other program and start Gatehouse again, or repair the hooks."),
        )),
  ];
}

/** Whether agents get an answer where their hooks ask. */
export async function checkAddress(http: string): Promise<Finding> {
  try {
    const response = await fetch(`${http}/hooks/claude-code`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "[]",
      signal: AbortSignal.timeout(5000),
    });
    await response.body?.cancel();
    // No event at all: an engine says so, and takes it for nothing else.
    return response.status === 400
      ? fine("HTTP hook", `${http} answers`)
      : failed(
          "HTTP hook",
          `${http} answered ${response.status}`,
          "Another program may listen there: gatehouse status",
        );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed("HTTP hook", `${http} does not answer: ${why}`, "Look for a firewall or a proxy that keeps it away.");
  }
}

export function checkHooks(agents: readonly ConnectorView[]): readonly Finding[] {
  const known = agents.filter(({ state, program }) => state !== "not_connected" || program !== undefined);
  if (known.length === 0) return [warning("Hooks", "no agent was found", "Install one, then: gatehouse connect")];
  return known.map(({ id, name, state, detail }) => {
    switch (state) {
      case "connected":
        return fine(name, visible(detail));
      case "not_connected":
        return warning(name, "is installed and does not ask Gatehouse", `gatehouse connect ${id}`);
      case "unsupported":
        return warning(name, visible(detail), `Update ${name}.`);
      case "needs_trust":
        return failed(name, visible(detail), `Start ${id} and trust the hook.`);
      case "changed":
      case "disabled":
        return failed(name, visible(detail), `gatehouse repair ${id}`);
      default:
        return assertNever(state);
    }
  });
}
