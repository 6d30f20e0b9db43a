// Places: home, workspace, temporary folders and Gatehouse's own files, spelled as resolved paths are.
import type { IntentContext } from "../../../shared/intent.ts";
import type { World } from "../ports.ts";
import { collapse, spell } from "./paths.ts";
import type { Places } from "./zones.ts";

type Fixed = Pick<Places, "home" | "temporary" | "gatehouse">;

/** These do not change while the program runs, so their links are followed once for each world. */
const known = new WeakMap<World, Fixed>();

function fixedPlaces(world: World): Fixed {
  let fixed = known.get(world);
  if (fixed === undefined) {
    fixed = {
      home: real(world.home, world),
      temporary: [...new Set(world.temporary.flatMap((place) => [real(place, world), tidy(place, world)]))],
      gatehouse: [...new Set(world.gatehouse.flatMap((place) => [real(place, world), tidy(place, world)]))],
    };
    known.set(world, fixed);
  }
  return fixed;
}

export interface Surroundings {
  readonly places: Places;
  readonly workingDirectory: string | undefined;
}

/**
 * Relative paths start from the working directory, else from the workspace; with neither they stay as written in zone
 * "unknown". The workspace is the working directory when none is given.
 */
export function surroundings(context: IntentContext, world: World, resolveLinks: World["resolveLinks"]): Surroundings {
  const following = { ...world, resolveLinks };
  const workspace = absolute(context.workspace, undefined, following);
  const working = absolute(context.workingDirectory, workspace, following);
  return {
    places: { ...fixedPlaces(world), workspace: workspace ?? working },
    workingDirectory: working ?? workspace,
  };
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
