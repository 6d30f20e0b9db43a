// The picture of what a contained run reaches: tiles in three columns, computed from its profile and from nothing else.
import type { ContainmentView } from "../../../shared/containment/view.ts";
import type { Profile } from "../../../shared/containment/index.ts";
import { assertNever } from "../../../shared/lib/result.ts";
import { reachPicture as labels } from "../../labels/agents.ts";

export const reachColumns = ["change", "reach", "out"] as const;
export type ReachColumn = (typeof reachColumns)[number];

export type TileKind = "project" | "home" | "secrets" | "network" | "local" | "gatehouse" | "processes" | "temporary";

export interface ReachTile {
  readonly kind: TileKind;
  readonly column: ReachColumn;
  readonly title: string;
  readonly detail: string;
}

export function reachTiles(profile: Profile, view: ContainmentView): readonly ReachTile[] {
  const tile = (kind: TileKind, column: ReachColumn, title: string, detail: string): ReachTile => ({
    kind,
    column,
    title,
    detail,
  });
  const writes = profile.project === "write";
  const ports = profile.network === "none" ? [] : view.loopbackPorts;
  return [
    tile("project", writes ? "change" : "reach", labels.project, writes ? labels.projectWrite : labels.projectRead),
    tile("temporary", "change", labels.temporary, labels.temporaryOwn),
    profile.home === "read"
      ? tile("home", "reach", labels.home, labels.homeRead)
      : tile("home", "out", labels.home, labels.homeHidden),
    tile("network", profile.network === "none" ? "out" : "reach", labels.network, networkWords(profile, view)),
    ports.length === 0
      ? tile("local", "out", labels.local, labels.localNone)
      : tile("local", "reach", labels.local, labels.localPorts(ports.join(", "))),
    tile("secrets", "out", labels.secrets, labels.secretsHidden),
    tile("gatehouse", "out", labels.gatehouse, labels.gatehouseOut),
    tile("processes", "out", labels.processes, labels.processesOut),
  ];
}

function networkWords({ network }: Profile, { network: hosts }: ContainmentView): string {
  const model = hosts.model.length === 0 ? labels.noModel : hosts.model.map(({ host }) => host).join(", ");
  switch (network) {
    case "none":
      return labels.networkNone;
    case "model":
      return labels.networkModel(model);
    case "open":
      return labels.networkOpen;
    case "gate":
      return hosts.allowed.length > 0
        ? labels.policyHosts(hosts.allowed.length)
        : labels.networkAsk(
            [...(hosts.model.length === 0 ? [] : [labels.itsModel]), labels.registries(hosts.registries.length)].join(
              ", ",
            ),
          );
    default:
      return assertNever(network);
  }
}
