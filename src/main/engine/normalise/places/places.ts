// Places: home, workspace, temporary folders and Gatehouse's own files, spelled as resolved paths are.
import type { IntentContext } from "../../../../shared/domain/intent.ts";
import { LastResult } from "../../lib/last-result.ts";
import type { World } from "../../ports.ts";
import { collapse, spell } from "./paths.ts";
import { isWithin, zoneOf } from "./zones.ts";
import type { Places } from "./zones.ts";

type Fixed = Pick<Places, "home" | "temporary" | "gatehouse">;

/** These do not change while the program runs: whoever normalises many calls follows their links once. */
function fixedPlaces(world: World): Fixed {
  return {
    home: real(world.home, world),
    temporary: [...new Set(world.temporary.flatMap((place) => [real(place, world), tidy(place, world)]))],
    gatehouse: [...new Set(world.gatehouse.flatMap((place) => [real(place, world), tidy(place, world)]))],
  };
}

/** What is known before a call comes. An agent works in one folder for hours: whether it is fit for a project is found out once. */
export interface KnownPlaces {
  readonly places: Fixed;
  readonly fitness: LastResult<string, boolean>;
}

export function knownPlaces(world: World): KnownPlaces {
  return { places: fixedPlaces(world), fitness: new LastResult() };
}

export interface Surroundings {
  readonly places: Places;
  readonly workingDirectory: string | undefined;
}

/**
 * Relative paths start from the working directory, else from the workspace; with neither they stay as written in zone
 * "unknown". The workspace is the working directory when none is given, or none that is fit to be one: the agent says
 * both, and "/" or the home folder would make everything its own.
 */
export function surroundings(
  context: IntentContext,
  world: World,
  { places: fixed, fitness }: KnownPlaces,
): Surroundings {
  const given = absolute(context.workspace, undefined, world);
  const same = context.workingDirectory === context.workspace;
  const working = same ? given : absolute(context.workingDirectory, given, world);
  const workspace = [given, working].find(
    (folder) => folder !== undefined && fitness.get(folder, () => isFit(folder, fixed)),
  );
  return { places: { ...fixed, workspace }, workingDirectory: working ?? given };
}

/** Below these the system's folders hold projects too: `/opt/app`, `/usr/src/app`, `/var/www/site`. */
const projectInSystem =
  /^\/(?:opt\/(?!(?:homebrew|local|bin|sbin|lib|libexec|etc)(?:\/|$))|usr\/src\/|var\/www\/|run\/media\/[^/]+\/[^/]+\/)[^/]/i;
const everybodysHomes = /^(?:\/(?:home|users|volumes)(?:\/[^/]+)?|[a-z]:\/users(?:\/[^/]+)?)$/i;

/** Whether a folder can be one project: no root, home or temporary folder as a whole, nothing of the system or Gatehouse. */
function isFit(folder: string, places: Fixed): boolean {
  const holds = (place: string): boolean => isWithin(place, folder);
  if (holds(places.home) || everybodysHomes.test(folder) || places.temporary.some(holds)) return false;
  const zone = zoneOf(folder, { ...places, workspace: undefined });
  if (zone === "system") return projectInSystem.test(folder);
  return zone !== "secrets" && zone !== "gatehouse";
}

function absolute(given: string | undefined, base: string | undefined, world: World): string | undefined {
  if (given === undefined || given === "" || given.length > 4096) return undefined;
  const path = given === "~" || given.startsWith("~/") ? world.home + given.slice(1) : given;
  if (/^(?:\/|[a-zA-Z]:[\\/])/.test(path)) return real(path, world);
  return base === undefined ? undefined : real(`${base}/${path}`, world);
}

function tidy(path: string, world: World): string {
  return collapse(spell(path, world));
}

function real(path: string, world: World): string {
  return spell(world.resolveLinks(tidy(path, world)), world);
}
