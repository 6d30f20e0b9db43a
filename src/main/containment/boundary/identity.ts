// The identity of what runs contained: one for each agent and project, the same in every run, so that decisions hold.
import type { ContainedRun } from "../../../shared/containment/index.ts";
import type { Sha256 } from "../../engine/ports.ts";

type Described = Pick<ContainedRun, "agent" | "agentName" | "project">;

export function runDid({ agent, agentName, project }: Described, sha256: Sha256): string {
  const digest = sha256(JSON.stringify([agent ?? null, agentName, project])).slice(0, 16);
  return `did:aeon:${agent ?? "program"}:run:${digest}`;
}

/** For people: "Claude Code · shop". */
export function runName({ agentName, project }: Described): string {
  const folder = project.slice(project.lastIndexOf("/") + 1);
  return folder === "" ? agentName : `${agentName} · ${folder}`;
}
