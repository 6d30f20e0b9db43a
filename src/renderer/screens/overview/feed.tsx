// The live feed: one line for each intent, newest on top, drawn only where it is seen.
import { useLayoutEffect, useMemo, useRef } from "react";
import type { FeedItem } from "../../../shared/domain/feed.ts";
import { Empty } from "../../components/empty.tsx";
import { useRowWindow } from "../../components/use-row-window.ts";
import { feedKey } from "../../state/live-state.ts";
import { edgesOf } from "../../lib/row-window.ts";
import { ProjectSwitcher } from "../../components/project-switcher.tsx";
import { chooseProject, useUi } from "../../state/ui-store.ts";
import { FeedRow, rowColumns, rowHeight } from "./feed-row.tsx";
import { feed as labels } from "../../labels/overview.ts";

export function Feed({ items, projects }: { items: readonly FeedItem[]; projects: readonly string[] }) {
  const scroller = useRef<HTMLElement>(null);
  const selected = useUi((state) => state.feedKey);
  const project = useUi((state) => state.project);
  const edges = useMemo(() => edgesOf(Array<number>(items.length).fill(rowHeight)), [items.length]);
  const { first, last, offset } = useRowWindow(scroller, edges, 8);
  useSteadyScroll(scroller, offset, items);
  return (
    <section ref={scroller} aria-label={labels.liveFeed} className="min-h-0 min-w-0 overflow-y-scroll contain-strict">
      <table aria-label={labels.intentsNewestFirst} aria-rowcount={items.length + 1} className="block">
        <thead className="sticky top-0 z-10 block bg-canvas">
          <tr className={`label ${rowColumns} h-8 border-b border-line px-5 text-left whitespace-nowrap`}>
            <th className="truncate font-medium max-[639px]:hidden">{labels.time}</th>
            <th className="truncate font-medium">{labels.agent}</th>
            <th className="flex min-w-0 items-center gap-2 overflow-hidden font-medium">
              {labels.action}
              <span className="max-[859px]:hidden">
                <ProjectSwitcher projects={projects} project={project} onChange={chooseProject} />
              </span>
            </th>
            <th className="truncate font-medium">{labels.verdict}</th>
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: edges.at(-1) }}>
          {items.slice(first, last + 1).map((item, step) => (
            <FeedRow
              key={feedKey(item)}
              item={item}
              index={first + step}
              top={edges[first + step] ?? 0}
              selected={feedKey(item) === selected}
            />
          ))}
        </tbody>
      </table>
      {items.length === 0 ? <Empty title={labels.emptyTitle}>{labels.empty}</Empty> : null}
    </section>
  );
}

/** Who has scrolled down to read is not moved by what arrives on top. */
function useSteadyScroll(
  scroller: React.RefObject<HTMLElement | null>,
  offset: React.RefObject<number>,
  items: readonly FeedItem[],
): void {
  const topKey = useRef<string>(undefined);
  useLayoutEffect(() => {
    const before = topKey.current;
    const [top] = items;
    topKey.current = top === undefined ? undefined : feedKey(top);
    if (before === undefined || offset.current < rowHeight) return;
    const added = items.findIndex((item) => feedKey(item) === before);
    if (added > 0) scroller.current?.scrollBy(0, added * rowHeight);
  }, [items, offset, scroller]);
}
