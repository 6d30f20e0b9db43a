// What an action reaches, as lasting decisions compare it: its tool, its folder, and the places it may always read.
import { isBoundaryTool } from "../containment/boundary.ts";
import type { Facts, PathFact } from "../domain/facts.ts";
import { isWithin } from "../lib/within.ts";

/** The tool as decisions name it: what the engine does not know, or what a server provides, by the name it was called. */
export function toolOf({ tool, givenTool, server }: Facts): string {
  return tool === "other" || server !== undefined ? givenTool : tool;
}

/** The zones in which reading is no growth. */
export const readZones = ["workspace", "temporary"] as const satisfies readonly PathFact["zone"][];

export function commonFolder(facts: Facts): string | undefined {
  // What is opened for a contained run is the path that was named, not the folder around it.
  const whole = isBoundaryTool(facts.givenTool);
  const folders = facts.paths.map((fact) =>
    whole || fact.recursive || fact.pattern ? fact.path : parentOf(fact.path),
  );
  const [first] = folders;
  if (first === undefined || first === "/" || first === "") return undefined;
  return folders.every((folder) => isWithin(folder, first)) ? first : undefined;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
