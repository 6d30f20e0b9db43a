// gatehouse uninstall: takes the hooks out of every agent of this user, before the program itself is removed.
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectorScope } from "../../shared/contract/connector.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Connectors, createConnectors } from "../../main/connectors/index.ts";
import { sha256 } from "../../main/machine/clock.ts";
import { type Answer, type Command, localCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { connectOperator } from "../operator.ts";
import { endpointsIn } from "../place.ts";
import { commandTable } from "../table/index.ts";

interface Removal {
  readonly agent: string;
  readonly folder?: string;
  readonly files: readonly string[];
  readonly problem?: string;
}

export const uninstall: Command = localCommand({
  ...commandTable.uninstall,
  act: async ({ dataDirectory, flags }) => {
    if (await engineRuns(dataDirectory)) {
      const message =
        "Gatehouse is running. Quit it first: while it runs, agents are disconnected with gatehouse disconnect.";
      return fail({ code: "refused", message });
    }
    const connectors = connectorsWithoutEngine(dataDirectory);
    const connected = await connectedAgents(connectors);
    if (connected.length > 0 && !flags.has("yes")) {
      return fail(usage(`This would disconnect ${connected.map(describe).join(", ")}. Add --yes to do it.`));
    }
    return answer(
      connected.map(({ id, name, scope }) => remove(connectors, id, name, scope)),
      dataDirectory,
    );
  },
});

interface ConnectedAgent {
  readonly id: string;
  readonly name: string;
  readonly scope: ConnectorScope;
}

function describe({ name, scope }: ConnectedAgent): string {
  return scope.kind === "user" ? name : `${name} in ${scope.folder}`;
}

async function engineRuns(dataDirectory: string): Promise<boolean> {
  const operator = await connectOperator(endpointsIn(dataDirectory).operator, 2000, () => undefined);
  if (operator.ok) operator.value.close();
  return operator.ok || operator.error.code !== "not_running";
}

function connectorsWithoutEngine(dataDirectory: string): Connectors {
  const launcher = join(dataDirectory, "bin", "gatehouse-hook");
  // Where the engine listened does not matter for taking its hooks out.
  const place = { home: homedir(), environment: process.env, httpUrl: "", hookSocket: "", launcher };
  return createConnectors({ place: () => place, dataDirectory, sha256, now: Date.now });
}

/** Whatever would be changed by disconnecting it is connected, however it looks otherwise. */
async function connectedAgents(connectors: Connectors): Promise<readonly ConnectedAgent[]> {
  const views = await connectors.list({ kind: "user" });
  const candidates = views.flatMap(({ id, name, projects }) => [
    { id, name, scope: { kind: "user" } as const },
    ...projects.map(({ folder }) => ({ id, name, scope: { kind: "project", folder } as const })),
  ]);
  return candidates.filter(({ id, scope }) => {
    const planned = connectors.plan(id, "disconnect", scope);
    return !planned.ok || planned.value.changes.length > 0;
  });
}

function remove(connectors: Connectors, id: string, agent: string, scope: ConnectorScope): Removal {
  const planned = connectors.plan(id, "disconnect", scope);
  const applied = planned.ok ? connectors.apply(id, "disconnect", scope, planned.value.digest) : planned;
  const where = scope.kind === "project" ? { folder: scope.folder } : {};
  if (!applied.ok) return { agent, ...where, files: [], problem: applied.error };
  return { agent, ...where, files: applied.value.changes.map(({ file }) => file) };
}

function answer(removals: readonly Removal[], dataDirectory: string): Result<Answer, CommandFailure> {
  const lines = removals.map(({ agent, folder, files, problem }) => {
    const who = folder === undefined ? agent : `${agent} in ${folder}`;
    return problem === undefined ? `${who}: disconnected (${files.join(", ")}).` : `${who}: ${problem}`;
  });
  const none = lines.length === 0 ? ["No agent is connected."] : lines;
  return ok({
    data: { removals, dataDirectory },
    text: [...none, `Your ledger, policy and settings stay in ${dataDirectory}.`].join("\n"),
    code: removals.some(({ problem }) => problem !== undefined) ? 1 : 0,
  });
}
