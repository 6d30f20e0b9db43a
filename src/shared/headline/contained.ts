// Requests of contained runs in headlines: a host it wants to reach, or a path its sandbox has refused.
import { boundaryTools, isBoundaryTool } from "../containment/boundary.ts";
import type { Facts } from "../domain/facts.ts";
import { type Act, change, look, start } from "./act.ts";

export function containedAct({ givenTool, hosts, paths }: Facts): Act | undefined {
  if (!isBoundaryTool(givenTool)) return undefined;
  const { host = "an unknown host", port } = hosts[0] ?? {};
  if (givenTool === boundaryTools.connect)
    return start("Connect", `to ${host}${port === undefined ? "" : `:${port}`} from a contained run`, {
      reach: "network",
    });
  const path = paths[0]?.given ?? "a place outside";
  const object = `${path} from a contained run`;
  const more = { note: "blocked", reach: "computer" } as const;
  return givenTool === boundaryTools.write ? change("Write", object, more) : look("Read", object, more);
}
