// Who speaks through a hook: one identity for each agent, installation and project.
import type { Clock, Sha256 } from "../../engine/ports.ts";
import { agentLineage } from "../../../shared/local/agent-process.ts";
import type { Peer } from "../../../shared/local/peer.ts";
import { programText } from "../../../shared/local/agent-programs.ts";
import { testCallName, testCallSession } from "../../../shared/contract/connector.ts";
import type { Result } from "../../../shared/lib/result.ts";
import type { Caller } from "../../../shared/lib/rpc.ts";
import { createAdmission } from "../common/admission.ts";
import type { Identity } from "../common/identity.ts";
import type { HookDialect, HookEvent } from "./events.ts";

const longestMode = 100;
const testCallWords = "test call";

export interface HookAgents {
  readonly identify: (dialect: HookDialect, event: HookEvent, caller: Caller) => Result<string, string>;
  /** The project a folder belongs to. */
  readonly projectOf: (folder: string) => string;
  /** What an event says about the agent itself: its permission mode, and which of its helpers acts. */
  readonly describe: (agentDid: string, event: HookEvent) => void;
}

export interface HookAgentPorts {
  readonly describe: (
    agentDid: string,
    about: { readonly permissionMode: string | undefined; readonly subagent: HookEvent["subagent"] | undefined },
    now: number,
  ) => void;
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly identity: Identity;
  readonly projectOf: (folder: string) => string;
  /** Who speaks from inside a contained run: its socket proves that. */
  readonly contained: (
    runId: string,
  ) => { readonly agentDid: string; readonly name: string; readonly peer: Peer } | undefined;
}

export function createHookAgents(ports: HookAgentPorts): HookAgents {
  const { clock, sha256, identity, projectOf, describe, contained } = ports;
  const admit = createAdmission({ clock, identity });
  return {
    projectOf,
    describe: (agentDid, event) => {
      const { permissionMode, subagent, kind } = event;
      // One call is one event before it; the others only tell the mode.
      const about = {
        permissionMode: permissionMode?.slice(0, longestMode),
        subagent: kind === "before" ? subagent : undefined,
      };
      if (about.permissionMode !== undefined || about.subagent !== undefined) describe(agentDid, about, clock.now());
    },
    identify: (dialect, event, caller) => {
      const run = caller.run === undefined ? undefined : contained(caller.run);
      if (run !== undefined) {
        const { agentDid, name, peer } = run;
        return admit({ agentDid, name, runtime: "hook" }, `hooks/${event.kind}`, { ...caller, peer });
      }
      const project = event.workingDirectory === undefined ? "" : projectOf(event.workingDirectory);
      const [agent] = agentLineage(caller.peer);
      const installation = agent === undefined ? "" : programText(agent);
      const isTest = event.sessionId === testCallSession;
      const digest = sha256(JSON.stringify([dialect.id, installation, project])).slice(0, 16);
      const agentDid = `did:aeon:${dialect.id}:hook:${isTest ? testCallName : digest}`;
      const place = isTest ? testCallWords : project.slice(project.lastIndexOf("/") + 1);
      const name = place === "" ? dialect.name : `${dialect.name} · ${place}`;
      return admit({ agentDid, name, runtime: "hook" }, `hooks/${event.kind}`, caller);
    },
  };
}
