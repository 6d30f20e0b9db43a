// What keeps an action out of a grant, in words: for "asked again because" and for the near miss beside a new rule.
import type { Grant } from "../../../shared/domain/approval.ts";
import { isWithin } from "../../../shared/lib/within.ts";
import { toolOf } from "../../../shared/reach/action-extent.ts";
import { commandForm, isCompound } from "../../../shared/reach/command-form.ts";
import type { Scope } from "../../../shared/domain/directive.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import {
  type Action,
  grownEffects,
  hostTouch,
  pathTouch,
  pathVerbs,
  readsProject,
  touchesOf,
} from "../intents/action.ts";

/** One clause for each difference; none when the grant covers the action, apart from its time and its rule. */
export function* differences(grant: Grant, action: Action): Generator<string, void> {
  const { facts } = action;
  if (grant.scope !== "project" && grant.agentDid !== action.agentDid) yield "it comes from another agent";
  if (grant.sessionId !== undefined && grant.sessionId !== action.sessionId) yield "it belongs to another session";
  if (grant.scope === "exact") {
    if (grant.actionDigest !== action.digest) yield "it is not word for word the same";
    // The same words may lead elsewhere by now.
    else yield* touchDifferences(grant, facts);
    return;
  }
  const tool = toolOf(facts);
  if (grant.tool !== tool) yield `it uses ${tool} and not ${grant.tool}`;
  if (grant.workspace !== facts.workspace) yield `it is in ${facts.workspace ?? "no project"}`;
  if (facts.uninspected.length > 0) yield "part of it cannot be inspected";
  if (isCompound(facts)) yield "it is more than one plain command";
  else if (facts.commands[0]?.program !== grant.program) yield `it runs ${facts.commands[0]?.program ?? "no program"}`;
  const hosts = facts.hosts.map((fact) => fact.host).filter((host) => !grant.hosts.includes(host));
  if (hosts.length > 0) yield `it reaches ${[...new Set(hosts)].join(", ")}`;
  const effects = grownEffects(facts).filter((effect) => !grant.effects.includes(effect));
  if (effects.length > 0) yield `it also has the effect ${effects.join(", ")}`;
  else yield* touchDifferences(grant, facts);
  if (grant.commandForm !== undefined) yield* formDifferences(grant.commandForm, facts);
  const { path, host, port } = grant;
  if (path !== undefined) {
    const outside = facts.paths.find((fact) => !isWithin(fact.path, path));
    if (outside !== undefined) yield `${outside.given} lies outside ${path}`;
    else if (facts.paths.length === 0) yield "it names no path";
  }
  const otherPort = facts.hosts.find((fact) => port !== undefined && fact.port !== port);
  if (otherPort !== undefined) yield `it reaches port ${otherPort.port ?? "unknown"}`;
  if (host !== undefined && facts.hosts.length === 0) yield `it does not reach ${host}`;
}

/** The same effects, but somewhere else or the other way round. */
function* touchDifferences({ touches = [], hosts, scope }: Grant, facts: Facts): Generator<string, void> {
  const path = facts.paths.find((fact) => !readsProject(fact) && !touches.includes(pathTouch(fact, scope)));
  if (path !== undefined) yield `it ${pathVerbs[path.access]} ${path.given}`;
  const missing = touches.find((touch) => isRun(touch, scope) && !touchesOf(facts, scope).includes(touch));
  if (missing !== undefined) yield `it does not ${missing}`;
  const host = facts.hosts.find(
    (fact) =>
      hosts.includes(fact.host) &&
      ![fact, { ...fact, direction: "connect" as const }].some((each) => touches.includes(hostTouch(each))),
  );
  if (host !== undefined) yield `it ${directionWords[host.direction]} ${host.host}`;
}

/** Without the file it names, the same program runs something else. */
const isRun = (touch: string, scope: Scope): boolean => scope !== "tool_and_path" && touch.startsWith("execute ");

const directionWords = { download: "fetches from", upload: "sends to", connect: "connects to" } as const;

function* formDifferences(allowed: readonly string[], facts: Facts): Generator<string, void> {
  const form = commandForm(facts);
  // Why it has none has been said: compound, uninspected or with a host.
  if (form === undefined) {
    if (facts.hosts.length > 0) yield "a command that reaches a host has no form";
    return;
  }
  const more = form.filter((word) => !allowed.includes(word));
  const fewer = allowed.filter((word) => !form.includes(word));
  if (more.length > 0) yield `${more.join(" ")} is new`;
  else if (fewer.length > 0) yield `${fewer.join(" ")} is missing`;
  else if (form.length !== allowed.length) yield "its options are not the same";
}
