// Who speaks through a hook: one identity for each agent, installation and project.
import type { Clock, Sha256 } from "../../engine/ports.ts";
import { agentLineage } from "../../../shared/agent-process.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { rpcCodes, type Caller } from "../../../shared/rpc.ts";
import type { Identity } from "../common/identity.ts";
import type { HookDialect, HookEvent } from "./events.ts";

export interface HookAgents {
  readonly identify: (dialect: HookDialect, event: HookEvent, caller: Caller) => Result<string, string>;
  /** The project a folder belongs to. */
  readonly projectOf: (folder: string) => string;
}

export interface HookAgentPorts {
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly identity: Identity;
  readonly projectOf: (folder: string) => string;
}

export function createHookAgents({ clock, sha256, identity, projectOf }: HookAgentPorts): HookAgents {
  const registered = new Set<string>();

  return {
    projectOf,
    identify: (dialect, event, caller) => {
      const project = event.workingDirectory === undefined ? "" : projectOf(event.workingDirectory);
      const installation = agentLineage(caller.peer)[0]?.program ?? "";
      const digest = sha256(JSON.stringify([dialect.id, installation, project])).slice(0, 16);
      const agentDid = `did:aeon:${dialect.id}:hook:${digest}`;
      const name = project === "" ? dialect.name : `${dialect.name} · ${project.slice(project.lastIndexOf("/") + 1)}`;
      const register = () =>
        identity.register({ agent_did: agentDid, metadata: { name, runtime: "hook" } }, clock.now());
      if (!registered.has(agentDid)) {
        const known = register();
        if (!known.ok) return fail(known.error.message);
        registered.add(agentDid);
      }
      const sender = identity.authenticate({ agent_did: agentDid }, `hooks/${event.kind}`, clock.now());
      if (sender.ok) return ok(agentDid);
      // A session that expired overnight is renewed: the agent does not know that it has one.
      const again = sender.error.code === rpcCodes.sessionExpired ? register() : sender;
      return again.ok ? ok(agentDid) : fail(again.error.message);
    },
  };
}
