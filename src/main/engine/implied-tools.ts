// The tools an action is worth, by whatever means: a command that writes a file needs what write_file needs.
import type { CanonicalTool, Facts, PathFact } from "../../shared/facts.ts";

/** Which tools an access answers to; the first that a policy names has its constraints. */
export const toolsByAccess: Readonly<Record<PathFact["access"], readonly CanonicalTool[]>> = {
  read: ["read_file"],
  write: ["write_file"],
  delete: ["delete_file", "write_file"],
  execute: [],
};

export function impliedTools(facts: Facts): ReadonlySet<CanonicalTool> {
  return new Set<CanonicalTool>([
    ...facts.paths.flatMap((fact) => toolsByAccess[fact.access]),
    ...(facts.hosts.some((host) => !host.local) ? (["fetch_url"] as const) : []),
    ...(facts.commands.length > 0 ? (["execute_command"] as const) : []),
  ]);
}
