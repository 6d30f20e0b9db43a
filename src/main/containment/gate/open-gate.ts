// Opens the gate of a run: its rules from profile, policy and known hosts, its questions to the engine, its bytes to the record.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostTraffic } from "../../../shared/containment/boundary.ts";
import type { ContainedRun } from "../../../shared/containment/index.ts";
import type { NetworkCapability } from "../../../shared/domain/policy.ts";
import { fail, ok } from "../../../shared/lib/result.ts";
import { matchesDomain } from "../../engine/rules/glob.ts";
import type { Boundary } from "../boundary/requests.ts";
import type { OpenRunGate } from "../ports.ts";
import type { GateRules, Gates, HostDecision, OpenGate } from "./gates.ts";
import type { KnownHosts } from "./known-hosts.ts";
import { sshEnvironment } from "./ssh.ts";

export interface RunGatePorts {
  readonly gates: Gates;
  readonly known: KnownHosts;
  readonly boundary: Pick<Boundary, "askHost" | "refusedHost" | "ended" | "isWorking">;
  readonly network: (run: ContainedRun) => NetworkCapability;
  readonly isStopped: (run: ContainedRun) => boolean;
  readonly traffic: (run: ContainedRun, hosts: readonly HostTraffic[], last: boolean) => void;
}

export interface RunGates {
  readonly open: OpenRunGate;
  /** After another policy, grant or kill switch: what is open is checked again. */
  readonly recheck: () => void;
}

/** Sockets in such a folder lead to a gate and nowhere else. */
const gateFolder = "gatehouse-net-";

export function createRunGates(ports: RunGatePorts): RunGates {
  const open = new Map<string, { readonly run: ContainedRun; readonly gate: OpenGate; rules: string }>();

  function rulesOf(run: ContainedRun): GateRules {
    const { allowed_domains: allowed = [], blocked_domains: blocked = [] } = ports.network(run);
    const hosts = (known: readonly { readonly host: string }[]) => known.map(({ host }) => host);
    return {
      network: run.profile.network,
      allowed,
      blocked: ports.isStopped(run) ? ["*"] : blocked,
      registries: hosts(ports.known.registries),
      model: [...hosts(ports.known.modelOf(run.agent)), ...run.modelHosts],
      unneeded: hosts(ports.known.unneededBy(run.agent)),
      local: [
        ...run.loopbackPorts.flatMap((port) => [`127.0.0.1:${port}`, `localhost:${port}`, `::1:${port}`]),
        ...run.privateHosts,
      ],
    };
  }

  /** Whether the agent itself asks, and not a command of its model: nobody needs to be asked about that. */
  function isErrand(run: ContainedRun, host: string, port: number): boolean {
    return (
      ports.known.errandsOf(run.agent).some((known) => matchesDomain(known.host, host, port)) &&
      !ports.boundary.isWorking(run)
    );
  }

  async function errand(run: ContainedRun, host: string, port: number): Promise<HostDecision> {
    ports.boundary.refusedHost(run, host, port, "unneeded");
    return { allowed: false, refusal: "denied", detail: "The agent can do without this host while no command runs." };
  }

  return {
    async open(run) {
      const folder = await mkdtemp(join(tmpdir(), gateFolder));
      const socket = join(folder, "gate.sock");
      const rules = rulesOf(run);
      try {
        const gate = await ports.gates.open(run.runId, socket, rules, {
          ask: (host, port) =>
            isErrand(run, host, port) ? errand(run, host, port) : ports.boundary.askHost(run, host, port),
          refused: (host, port, reason) => ports.boundary.refusedHost(run, host, port, reason),
          traffic: (hosts) => ports.traffic(run, hosts, false),
        });
        open.set(run.runId, { run, gate, rules: JSON.stringify(rules) });
        const close = async (): Promise<void> => {
          open.delete(run.runId);
          ports.traffic(run, await gate.close(), true);
          await ports.boundary.ended(run);
          await rm(folder, { recursive: true, force: true });
        };
        return ok({ socket, environment: sshEnvironment(), close });
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        return fail(
          `The network gate of the run cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
    recheck() {
      for (const entry of open.values()) {
        const rules = rulesOf(entry.run);
        const text = JSON.stringify(rules);
        if (text === entry.rules) entry.gate.forget(false);
        else entry.gate.setRules(rules);
        entry.rules = text;
      }
    },
  };
}
