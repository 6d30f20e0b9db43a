// A picture of what a contained run of this agent reaches, profile by profile.
import { useQuery } from "@tanstack/react-query";
import {
  AppWindow,
  CastleIcon,
  FolderCode,
  Globe,
  House,
  KeyRound,
  type LucideIcon,
  Server,
  Timer,
} from "lucide-react";
import { useState } from "react";
import type { ContainmentView, OpenedPlace } from "../../../shared/containment/view.ts";
import type { Profile } from "../../../shared/containment/index.ts";
import { second } from "../../../shared/lib/clock.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { Segmented } from "../../components/segmented.tsx";
import { reachPicture as labels } from "../../labels/agents.ts";
import { type ReachColumn, reachColumns, type ReachTile, reachTiles, type TileKind } from "./reach-tiles.ts";
import { call } from "../../state/bridge.ts";

const icons: Readonly<Record<TileKind, LucideIcon>> = {
  project: FolderCode,
  home: House,
  secrets: KeyRound,
  network: Globe,
  local: Server,
  gatehouse: CastleIcon,
  processes: AppWindow,
  temporary: Timer,
};

const columnLook: Readonly<Record<ReachColumn, string>> = {
  change: "border-accent bg-selected",
  reach: "border-edge bg-raised",
  out: "border-dashed border-edge bg-surface text-quiet",
};

export function ReachPicture({ agentDid, name }: { agentDid: string; name: string }) {
  const view = useQuery({
    queryKey: ["getContainment", agentDid],
    queryFn: () => call("getContainment", { agentDid }),
    refetchInterval: 15 * second,
  }).data;
  return view === undefined ? null : <Picture view={view} name={name} />;
}

function Picture({ view, name }: { view: ContainmentView; name: string }) {
  const inForce = view.chosen?.name ?? view.usual;
  const [shown, setShown] = useState<string>();
  const profile = view.profiles.find((each) => each.name === (shown ?? inForce)) ?? view.chosen ?? view.profiles[0];
  if (profile === undefined) return null;
  return (
    <section aria-label={labels.title} className="mt-7 px-6">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h3 className="label">{labels.title}</h3>
        <Segmented
          label={labels.profile}
          value={profile.name}
          segments={view.profiles.map((each) => segment(each, inForce))}
          onChange={setShown}
        />
      </div>
      <p className="mb-2 text-xs text-quiet">{labels.about(name)}</p>
      <div className="grid grid-cols-1 gap-3 text-xs md:grid-cols-3">
        {reachColumns.map((column) => (
          <Column
            key={column}
            column={column}
            tiles={reachTiles(profile, view).filter((each) => each.column === column)}
          />
        ))}
      </div>
      <Opened opened={view.opened} />
    </section>
  );
}

function segment({ name }: Profile, inForce: string) {
  const label = labels.profileNames[name] ?? name;
  return { value: name, label: name === inForce ? labels.chosen(label) : label };
}

function Column({ column, tiles }: { column: ReachColumn; tiles: readonly ReachTile[] }) {
  return (
    <section aria-label={labels[column]}>
      <h4 className="mb-1 font-medium">{labels[column]}</h4>
      {tiles.length === 0 ? <p className="text-faint">{labels.nothing}</p> : null}
      <ul className="flex flex-col gap-1.5">
        {tiles.map(({ kind, title, detail }) => {
          const Icon = icons[kind];
          return (
            <li key={kind} className={`flex gap-2 rounded-md border px-2.5 py-1.5 ${columnLook[column]}`}>
              <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
              <div className="min-w-0">
                <div className="font-medium">{title}</div>
                <div className="break-words text-quiet">{visibleLine(detail)}</div>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const accessWords = { read: labels.openedRead, write: labels.openedWrite, connect: labels.openedConnect } as const;

function Opened({ opened }: { opened: readonly OpenedPlace[] }) {
  if (opened.length === 0) return null;
  return (
    <section aria-label={labels.opened} className="mt-3 text-xs">
      <h4 className="mb-1 font-medium">{labels.opened}</h4>
      <ul>
        {opened.map(({ grantId, access, place, always }) => (
          <li key={grantId} className="flex gap-2 leading-6">
            <span className="w-12 shrink-0 text-quiet">{accessWords[access]}</span>
            <span className="selectable min-w-0 flex-1 truncate font-mono">{visibleLine(place)}</span>
            <span className="shrink-0 text-faint">{always ? labels.always : labels.session}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
