// A held request without its long texts, for lists: hundreds may wait, and each may carry a megabyte.
import type { HeldApproval } from "../domain/approval.ts";
import type { CommandFact, Facts } from "../domain/facts.ts";
import { headlineOf } from "./headline.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../lib/json.ts";

/** Requests up to this many characters are small enough to travel as they are. */
const smallCharacters = 32_768;
/** What a list can show of one text is far shorter. */
const keptCharacters = 1_000;
const keptArguments = 4_000;
const keptWords = 50;

/**
 * The same object when it is small. A shortened one says so: what will run is then read with `readApproval` and never
 * judged from this.
 */
export function briefApproval(approval: HeldApproval): HeldApproval {
  if (isSmall(approval)) return approval;
  const { intent, facts } = approval;
  const { reasoning, ...context } = intent.context;
  return {
    ...approval,
    shortened: true,
    headline: headlineOf(facts),
    intent: {
      ...intent,
      arguments: cutMembers(intent.arguments, { left: keptArguments }),
      context: reasoning === undefined ? context : { ...context, reasoning: cut(reasoning) },
    },
    facts: briefFacts(facts),
  };
}

/** Stops as soon as the answer is known. */
function isSmall(approval: HeldApproval): boolean {
  const room = { left: smallCharacters };
  const fits = (value: unknown): boolean => {
    room.left -= typeof value === "string" ? value.length + 2 : 4;
    if (room.left < 0) return false;
    if (typeof value !== "object" || value === null) return true;
    return Array.isArray(value) ? value.every(fits) : Object.values(value).every(fits);
  };
  return fits(approval.facts) && fits(approval.intent);
}

/** Programs, paths and hosts stay: lists show them. */
function briefFacts({ written: _written, content, command, ...facts }: Facts): Facts {
  return {
    ...facts,
    commands: facts.commands.map(briefCommand),
    code: [],
    paths: facts.paths.map((path) => ({ ...path, path: cut(path.path), given: cut(path.given) })),
    hosts: facts.hosts.map((host) => (host.url === undefined ? host : { ...host, url: cut(host.url) })),
    ...(command === undefined ? {} : { command: cut(command) }),
    ...(content === undefined ? {} : { content: cut(content) }),
  };
}

function briefCommand({ input: _input, ...command }: CommandFact): CommandFact {
  return {
    ...command,
    text: cut(command.text),
    arguments: command.arguments.slice(0, keptWords).map(cut),
    operands: command.operands.slice(0, keptWords).map(cut),
    options: command.options
      .slice(0, keptWords)
      .map((option) => (option.value === undefined ? option : { ...option, value: cut(option.value) })),
    redirects: command.redirects.slice(0, keptWords),
    assignments: {},
  };
}

interface Room {
  left: number;
}

function cutJson(value: Json, room: Room): Json {
  room.left -= 4;
  if (typeof value === "string") {
    const kept = value.slice(0, Math.max(0, Math.min(keptCharacters, room.left)));
    room.left -= kept.length;
    return kept.length === value.length ? value : `${kept}…`;
  }
  if (isJsonObject(value)) return cutMembers(value, room);
  if (!isJsonArray(value)) return value;
  const kept: Json[] = [];
  for (const item of value) {
    if (room.left <= 0) return [...kept, "…"];
    kept.push(cutJson(item, room));
  }
  return kept;
}

function cutMembers(members: JsonObject, room: Room): JsonObject {
  const kept: [string, Json][] = [];
  for (const name in members) {
    if (room.left <= 0) break;
    const value = members[name];
    if (value === undefined) continue;
    room.left -= name.length;
    kept.push([name.slice(0, keptCharacters), cutJson(value, room)]);
  }
  return Object.fromEntries(kept);
}

function cut(text: string): string {
  return text.length <= keptCharacters ? text : `${text.slice(0, keptCharacters)}…`;
}
