// The live feed: one line for each intent, newest on top, drawn only where it is seen.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import type { FeedItem } from "../../../shared/feed.ts";
import { Empty } from "../../components/empty.tsx";
import { feedKey } from "../../live-state.ts";
import { useUi } from "../../ui-store.ts";
import { FeedRow, rowColumns, rowHeight } from "./feed-row.tsx";

export function Feed({ items }: { items: readonly FeedItem[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const selected = useUi((state) => state.feedKey);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyAt(items, index) ?? index,
    overscan: 8,
  });
  useSteadyScroll(scroller, items);
  return (
    <section aria-label="Live feed" className="flex min-h-0 min-w-0 flex-col">
      <div
        role="table"
        aria-label="Intents, newest first"
        aria-rowcount={items.length + 1}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div role="rowgroup" className="shrink-0">
          <div role="row" className={`label ${rowColumns} h-8 border-b border-line pr-7.5 pl-5`}>
            <span role="columnheader">Time</span>
            <span role="columnheader">Agent</span>
            <span role="columnheader">What it wants to do</span>
            <span role="columnheader">Verdict</span>
          </div>
        </div>
        {items.length === 0 ? (
          <Empty title="Nothing has happened yet">Every intent of every agent appears here as it is decided.</Empty>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          <div
            ref={scroller}
            role="rowgroup"
            aria-label="Intents"
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-scroll"
          >
            <div className="relative" style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map((row) => {
                const item = items[row.index];
                return item === undefined ? null : (
                  <FeedRow
                    key={row.key}
                    item={item}
                    index={row.index}
                    top={row.start}
                    selected={feedKey(item) === selected}
                  />
                );
              })}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

function keyAt(items: readonly FeedItem[], index: number): string | undefined {
  const item = items[index];
  return item === undefined ? undefined : feedKey(item);
}

/** Who has scrolled down to read is not moved by what arrives on top. */
function useSteadyScroll(scroller: React.RefObject<HTMLDivElement | null>, items: readonly FeedItem[]): void {
  const topId = useRef<string>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = topId.current;
    topId.current = keyAt(items, 0);
    if (element === null || before === undefined || element.scrollTop < rowHeight) return;
    const added = items.findIndex((item) => feedKey(item) === before);
    if (added > 0) element.scrollTop += added * rowHeight;
  }, [items, scroller]);
}
