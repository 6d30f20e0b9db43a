// The tools an action is worth, by whatever means: a command that writes a file needs what write_file needs.
import type { CanonicalTool, Facts, PathFact } from "../../../shared/domain/facts.ts";

/** Which tools an access answers to; the first that a policy names has its constraints. */
export const toolsByAccess: Readonly<Record<PathFact["access"], readonly CanonicalTool[]>> = {
  read: ["read_file"],
  write: ["write_file"],
  delete: ["delete_file", "write_file"],
  execute: [],
};

/** Each once. */
export function impliedTools({ paths, hosts, commands }: Facts): readonly CanonicalTool[] {
  const tools: CanonicalTool[] = [];
  for (const { access } of paths) {
    for (const tool of toolsByAccess[access]) if (!tools.includes(tool)) tools.push(tool);
  }
  if (hosts.some((host) => !host.local)) tools.push("fetch_url");
  if (commands.length > 0) tools.push("execute_command");
  return tools;
}
