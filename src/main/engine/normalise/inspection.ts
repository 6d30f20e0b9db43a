// Inspection: the facts of one call while they are being gathered, and the way into each part of it.
import type {
  EgressFact,
  ArrivalFact,
  BuildFact,
  CodeFact,
  CommandFact,
  Effect,
  HostFact,
  PathFact,
  RedirectFact,
  UninspectedFact,
  WrittenFacts,
} from "../../../shared/domain/facts.ts";
import type { World } from "../ports.ts";
import type { Parsed } from "./programs/parse.ts";
import { fixedPart } from "./shell/globs.ts";
import { networkFile } from "./places/hosts.ts";
import { limits } from "./limits.ts";
import type { Budget } from "./limits.ts";
import { collapse, locate } from "./places/paths.ts";
import type { Scope } from "./shell/scope.ts";
import { shorten } from "./text.ts";
import { isWithin, plainZoneOf } from "./places/zones.ts";
import type { Places } from "./places/zones.ts";

/** The machine did not answer. Never mistaken for a text that cannot be parsed. */
export class WorldFault extends Error {}

export type Access = PathFact["access"];

/** What the call gives its command in arguments of their own. */
export interface Beside {
  readonly environment: Readonly<Record<string, string>>;
  /** The same as a shell has it before a command. */
  readonly prefix: string;
  readonly input: string | undefined;
}

/** Where a piece of shell text stands: how it was reached and what it is fed. */
export interface Frame {
  readonly scope: Scope;
  readonly depth: number;
  readonly wrappers: readonly string[];
  readonly parent: number | undefined;
  readonly function: string | undefined;
  readonly background: boolean;
  readonly pipeline: number;
  readonly position: number;
  /** Inside a stage of a longer pipeline: everything that runs there belongs to that stage. */
  readonly staged: boolean;
  /** Standard input, when it is known … */
  readonly input: string | undefined;
  /** … and whether a command nobody can foresee provides it. */
  readonly piped: boolean;
  /** Folders whose content it names, when a listing provides it. */
  readonly listed: readonly string[] | undefined;
  /** How the input was encoded, outermost first: "base64", "hex" … */
  readonly decoders: readonly string[];
  /** The text positions refer to, and whether it is the command line itself. */
  readonly source: string;
  readonly literal: boolean;
  /** Substitutions that were already looked into where the text came from. */
  readonly seen: ReadonlySet<string> | undefined;
  readonly beside: Beside | undefined;
}

/** A simple command after expansion and before wrappers are taken off. */
export interface RawCommand {
  readonly words: readonly string[];
  /** The first word is only known when it runs; `guess` leaves the unknown part out. */
  readonly unknownProgram: boolean;
  readonly guess: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly redirects: readonly RedirectFact[];
  readonly assignments: Readonly<Record<string, string>>;
  /** Encodings its words were taken out of. */
  readonly decoders?: readonly string[];
}

export interface Inspection {
  readonly world: World;
  readonly places: Places;
  readonly budget: Budget;
  readonly commands: CommandFact[];
  /** How each command's arguments were parsed, by its place in `commands`. */
  readonly parsed: Parsed[];
  readonly code: CodeFact[];
  readonly paths: Map<string, PathFact>;
  readonly hosts: Map<string, HostFact>;
  readonly effects: Set<Effect>;
  /** How often a host was named and the network was reached, and whether one command did the latter only. */
  named: number;
  reached: number;
  unnamedHost: boolean;
  readonly uninspected: UninspectedFact[];
  readonly arrivals: ArrivalFact[];
  /** Programs made of source code, by path, until something else is written there. */
  readonly builds: Map<string, BuildFact>;
  readonly egress: EgressFact[];
  /** Names of git remotes that the call itself added or pointed elsewhere. */
  readonly newRemotes: Set<string>;
  /** Text that the same call wrote to files, by path, or prints in `<(…)`, by that word: it is known when something runs it. */
  readonly files: Map<string, string>;
  /** Variables of the call's own environment whose value was looked into: once is enough for every command of the line. */
  readonly variables: Set<string>;
  pipelines: number;
  /** Last position used in the pipeline at hand. */
  reach: number;
  /** Paths of files whose content was read as what starts them reads it: nothing about them has to be guessed. */
  readonly understood: Set<string>;
  /** Texts that its commands write to files. */
  readonly written: { readonly path: string; text: string; readonly whole?: boolean }[];
  /**
   * Looks into what would run; nothing is executed. The parts know each other only through these, so that none imports another
   * in a circle.
   */
  readonly run: {
    readonly shell: (text: string, frame: Frame) => string | undefined;
    readonly command: (raw: RawCommand, frame: Frame) => number;
    readonly code: (language: string, text: string, command: number, frame: Frame) => void;
  };
}

export function note(inspection: Inspection, part: string, why: UninspectedFact["why"]): void {
  const shortened = shorten(part);
  if (inspection.uninspected.length >= 50) return;
  if (inspection.uninspected.some((fact) => fact.part === shortened && fact.why === why)) return;
  inspection.uninspected.push({ part: shortened, why });
}

const harmlessDevice = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd(?:\/\d+)?|u?random)$/;

/** With `metadata` its content is neither read nor changed: listing `~/.ssh` tells no secret. */
export function addPath(
  inspection: Inspection,
  given: string,
  access: Access,
  scope: Scope,
  recursive = false,
  metadata = false,
): void {
  if (given === "" || given === "-" || harmlessDevice.test(given)) return;
  if (scope.foundIn !== undefined && given.includes("{}")) {
    const found = { ...scope, foundIn: undefined };
    for (const folder of scope.foundIn) addPath(inspection, folder, access, found, true, metadata);
    return;
  }
  inspection.budget.pathWords -= 1;
  if (inspection.budget.pathWords < 0 && !fromReserve(inspection, given, access)) return;
  if (given.startsWith("/dev/")) {
    const host = networkFile(given);
    if (host !== undefined) return addHost(inspection, host);
  }
  for (const located of locate(given, scope.directories, inspection)) {
    const here =
      metadata && located.zone === "secrets"
        ? { ...located, zone: plainZoneOf(located.path, inspection.places) }
        : located;
    const found = scope.elsewhere && here.zone !== "secrets" ? { ...here, zone: "other" as const } : here;
    if (harmlessDevice.test(found.path)) continue;
    if (access === "write" && inspection.builds.size > 0) inspection.builds.delete(found.path);
    const key = `${access}\0${found.path}\0${found.zone}`;
    const known = inspection.paths.get(key);
    if (known !== undefined && (known.recursive || !recursive) && known.pattern === found.pattern) continue;
    if (inspection.paths.size >= limits.paths && !fromReserve(inspection, given, access)) return;
    inspection.paths.set(known === undefined ? key : `${key}\0${recursive}${found.pattern}`, {
      path: found.path,
      given,
      zone: found.zone,
      access,
      pattern: found.pattern,
      recursive,
    });
    if (recursive && !scope.elsewhere && (access === "delete" || access === "write"))
      coverGatehouse(inspection, given, access, found.path);
  }
  if (recursive && access === "delete" && !scope.elsewhere) addIfEmpty(inspection, given);
}

const farAway = /^(?:~|\/(?!tmp\/|var\/tmp\/))/;

/** Beyond the limit only changes far from the work are still looked at: a flood of harmless paths must not hide one that is not. */
function fromReserve(inspection: Inspection, given: string, access: Access): boolean {
  note(inspection, "paths", "size");
  if (access === "read" || !farAway.test(given) || inspection.budget.reservedPaths <= 0) return false;
  inspection.budget.reservedPaths -= 1;
  return true;
}

/** `rm -rf "$DIR/"*`: when nobody set DIR it starts at the root. `${DIR:?}` makes the shell stop instead. */
function addIfEmpty(inspection: Inspection, given: string): void {
  const rest = /^(?:\$[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\})+(\/.*)$/s.exec(given)?.[1];
  if (rest === undefined || /[$`]/.test(rest) || /^\$\{?(?:HOME|PWD|TMPDIR|TMP|TEMP)\b/.test(given)) return;
  const path = collapse(fixedPart(rest) || "/");
  inspection.paths.set(`empty\0${path}`, {
    path,
    given,
    zone: "unknown",
    access: "delete",
    pattern: true,
    recursive: true,
  });
}

/** Deleting a folder deletes what is in it: Gatehouse's files below it are touched too. */
function coverGatehouse(inspection: Inspection, given: string, access: Access, folder: string): void {
  for (const place of inspection.places.gatehouse) {
    if (folder === place || !isWithin(place, folder)) continue;
    inspection.paths.set(`${access}\0${place}`, {
      path: place,
      given,
      zone: "gatehouse",
      access,
      pattern: false,
      recursive: true,
    });
  }
}

export function addHost(inspection: Inspection, fact: HostFact | undefined): void {
  if (fact === undefined) return;
  inspection.named += 1;
  if (inspection.hosts.size >= limits.hosts) return note(inspection, "hosts", "size");
  const key = `${fact.scheme ?? ""}\0${fact.host}\0${fact.port ?? ""}\0${fact.direction}\0${fact.url ?? ""}`;
  if (!inspection.hosts.has(key)) inspection.hosts.set(key, fact);
}

export function reachNetwork(inspection: Inspection): void {
  inspection.effects.add("network");
  inspection.reached += 1;
}

/** What arrives inside a container or on another machine is not here. */
export function addArrival(inspection: Inspection, given: string, from: ArrivalFact["from"], scope: Scope): void {
  if (given === "" || scope.elsewhere || inspection.arrivals.length >= limits.arrivals) return;
  for (const { path, zone } of locate(given, scope.directories, inspection))
    if (zone !== "unknown") inspection.arrivals.push({ path, from });
}

/** A program, or with a slash at its end a folder of programs, that a compiler makes. */
export function addBuild(inspection: Inspection, given: string, sources: readonly string[], scope: Scope): void {
  if (scope.elsewhere || inspection.builds.size >= limits.arrivals) return;
  const located = sources.flatMap((source) => locate(source, scope.directories, inspection));
  const from = located.map(({ path }) => path);
  const shown = [...inspection.files.keys()];
  const unseen = located
    .filter(({ path, zone }) => zone === "temporary" && !shown.some((file) => file === path || isWithin(file, path)))
    .map(({ path }) => path);
  const isFolder = given.endsWith("/");
  for (const { path, zone, pattern } of locate(given, scope.directories, inspection)) {
    if (zone === "unknown" || pattern) continue;
    const place = isFolder ? `${path}/` : path;
    inspection.builds.set(place, { path: place, given, from, ...(unseen.length === 0 ? {} : { unseen }) });
  }
}

export function writtenFacts(inspection: Inspection): WrittenFacts {
  return {
    commands: inspection.commands,
    code: inspection.code,
    paths: [...inspection.paths.values()],
    hosts: [...inspection.hosts.values()],
    effects: [...inspection.effects],
    uninspected: inspection.uninspected,
  };
}
