// The ledger: searched, filtered, verified, with the story of each decision.
import { useCallback, useMemo, useState } from "react";
import { ProjectSwitcher, projectsOf } from "../../components/project-switcher.tsx";
import { useLive } from "../../state/queries.ts";
import { wholeNumber } from "../../labels/format.ts";
import { chooseProject, openStory, setActivityFilter, useUi } from "../../state/ui-store.ts";
import { ActivityTable } from "./activity-table.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { Integrity } from "./integrity.tsx";
import { SearchBox } from "./search-box.tsx";
import { StoryPanel } from "./story/story-panel.tsx";
import type { Pinned } from "./use-rows.ts";
import { ViewMenu } from "./view-menu.tsx";
import { activityScreen as labels } from "../../labels/activity.ts";

export function ActivityScreen() {
  const { filter, opened } = useUi((state) => state.activity);
  const agents = useLive("listAgents").data;
  const ledger = useLive("getLedger").data;
  const feed = useLive("listFeed").data;
  const names = useMemo(() => new Map((agents ?? []).map((agent) => [agent.agentDid, agent.name])), [agents]);
  const [pin, setPin] = useState<Pinned>();
  const search = useCallback(
    (text: string): void => {
      const { text: _before, ...rest } = filter;
      setActivityFilter(text.trim() === "" ? rest : { ...rest, text });
    },
    [filter],
  );
  const change = (next: typeof filter): void => {
    setActivityFilter(next);
    openStory(undefined);
  };
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-11 shrink-0 items-center gap-2 pr-4 pl-5 max-[639px]:flex-wrap max-[639px]:py-1.5">
        <SearchBox text={filter.text ?? ""} onChange={search} />
        <ProjectSwitcher projects={projectsOf(feed ?? [])} project={filter.project} onChange={chooseProject} />
        <ViewMenu filter={filter} onChange={change} />
        <p aria-live="polite" className="ml-auto min-w-0 truncate pl-2 text-xs text-faint tabular-nums">
          {pin === undefined ? "" : countWords(pin)}
        </p>
        <Integrity ledger={ledger} />
        <ExportMenu ledger={ledger} filter={filter} />
      </div>
      <FilterChips filter={filter} names={names} onChange={change} />
      <div
        className={`grid min-h-0 flex-1 border-t border-line ${opened === undefined ? "grid-cols-[minmax(0,1fr)]" : "grid-cols-[minmax(0,1fr)_24rem] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-[minmax(0,9rem)_minmax(0,1fr)] min-[1280px]:grid-cols-[minmax(0,1fr)_29rem] min-[1800px]:grid-cols-[minmax(0,1fr)_36rem]"}`}
      >
        <ActivityTable filter={filter} names={names} opened={opened} onCount={setPin} />
        {opened === undefined ? null : <StoryPanel opened={opened} names={names} />}
      </div>
    </div>
  );
}

function countWords({ entries, head, last }: Pinned): string {
  const count = labels.entries(entries);
  // Search follows the ledger within a moment, except while its index is rebuilt.
  return last - head > 500 ? labels.searchIsBehind(count, wholeNumber(last - head)) : count;
}
