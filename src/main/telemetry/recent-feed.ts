// The last lines of the feed, for a window that opens later.
import type { FeedItem } from "../../shared/domain/feed.ts";
import { intentKey } from "../../shared/lib/intent-key.ts";
import type { EventBus } from "./events.ts";

const capacity = 1000;

export interface RecentFeed {
  /** Newest first. */
  readonly recent: (limit: number) => readonly FeedItem[];
}

export function createRecentFeed(events: EventBus): RecentFeed {
  const items = new Map<string, FeedItem>();
  events.subscribe(({ event }) => {
    if (event.type !== "feed_changed") return;
    // A changed line keeps its place: the map's order is the order of arrival.
    items.set(intentKey(event.item.agentDid, event.item.intentId), event.item);
    if (items.size <= capacity) return;
    const [oldest] = items.keys();
    if (oldest !== undefined) items.delete(oldest);
  });
  return { recent: (limit) => [...items.values()].slice(-limit).toReversed() };
}
