// The live feed: one line for each intent, newest on top, drawn only where it is seen.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import type { FeedItem } from "../../../shared/feed.ts";
import { Empty } from "../../components/empty.tsx";
import { feedKey } from "../../live-state.ts";
import { useUi } from "../../ui-store.ts";
import { FeedRow, rowColumns, rowHeight } from "./feed-row.tsx";

export function Feed({ items }: { items: readonly FeedItem[] }) {
  const scroller = useRef<HTMLElement>(null);
  const selected = useUi((state) => state.feedKey);
  // oxlint-disable-next-line react/incompatible-library -- its functions change with the scroll, so nothing may memoise them
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyAt(items, index) ?? index,
    overscan: 8,
  });
  useSteadyScroll(scroller, rows.scrollOffset ?? 0, items);
  return (
    <section ref={scroller} aria-label="Live feed" className="min-h-0 min-w-0 overflow-y-scroll">
      <table aria-label="Intents, newest first" aria-rowcount={items.length + 1} className="block">
        <thead className="sticky top-0 z-10 block bg-canvas">
          <tr className={`label ${rowColumns} h-8 border-b border-line px-5 text-left`}>
            <th className="font-medium">Time</th>
            <th className="font-medium">Agent</th>
            <th className="font-medium">What it wants to do</th>
            <th className="font-medium">Verdict</th>
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: rows.getTotalSize() }}>
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
        </tbody>
      </table>
      {items.length === 0 ? (
        <Empty title="Nothing has happened yet">Every intent of every agent appears here as it is decided.</Empty>
      ) : null}
    </section>
  );
}

function keyAt(items: readonly FeedItem[], index: number): string | undefined {
  const item = items[index];
  return item === undefined ? undefined : feedKey(item);
}

/** Who has scrolled down to read is not moved by what arrives on top. */
function useSteadyScroll(
  scroller: React.RefObject<HTMLElement | null>,
  // From the virtualizer: to ask the element itself would lay out the page for every batch.
  offset: number,
  items: readonly FeedItem[],
): void {
  const topKey = useRef<string>(undefined);
  const latestOffset = useRef(offset);
  useLayoutEffect(() => {
    latestOffset.current = offset;
  }, [offset]);
  useLayoutEffect(() => {
    const before = topKey.current;
    topKey.current = keyAt(items, 0);
    if (before === undefined || latestOffset.current < rowHeight) return;
    const added = items.findIndex((item) => feedKey(item) === before);
    if (added > 0) scroller.current?.scrollBy(0, added * rowHeight);
  }, [items, scroller]);
}
