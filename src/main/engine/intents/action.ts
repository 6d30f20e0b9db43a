// An action as lasting decisions see it: its form, its folder, and what it does beyond reading the project.
import { readZones } from "../../../shared/reach/action-extent.ts";
import type { Scope } from "../../../shared/domain/directive.ts";
import type { Effect, Facts, HostFact, PathFact } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Digests } from "./digests.ts";

/** An action as grants see it. */
export interface Action {
  readonly agentDid: string;
  readonly sessionId?: string;
  readonly facts: Facts;
  readonly digest: string;
}

export function actionOf(digests: Pick<Digests, "action">, intent: Intent, facts: Facts): Action {
  const { sessionId } = intent.context;
  return {
    agentDid: intent.agentDid,
    ...(sessionId === undefined ? {} : { sessionId }),
    facts,
    digest: digests.action(intent),
  };
}

/** Reading the project does not widen an action; every other effect does. */
export function grownEffects(facts: Facts): readonly Effect[] {
  const onlyProject = facts.paths.every((fact) => fact.access !== "read" || readsProject(fact));
  return facts.effects.filter((effect) => effect !== "read" || !onlyProject);
}

export function readsProject({ access, zone }: PathFact): boolean {
  return access === "read" && readZones.some((each) => each === zone);
}

export const pathVerbs = { read: "reads", write: "writes", delete: "deletes", execute: "runs" } as const;

/** How an action reaches a path. What it runs is named, because another file is another program; a folder names it too. */
export function pathTouch({ access, zone, path }: PathFact, scope: Scope): string {
  return access === "execute" && scope !== "tool_and_path" ? `execute ${path}` : `${access} ${zone}`;
}

export function hostTouch({ direction, host }: Pick<HostFact, "direction" | "host">): string {
  return `${direction} ${host}`;
}

/** Everything an action reaches, and how, beyond reading the project. */
export function touchesOf({ paths, hosts }: Facts, scope: Scope): readonly string[] {
  const reached = paths.filter((fact) => !readsProject(fact)).map((fact) => pathTouch(fact, scope));
  return [...new Set([...reached, ...hosts.map(hostTouch)])];
}
