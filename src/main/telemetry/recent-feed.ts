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
  /** Their keys in the order of arrival, with room for the next: a map is slow to find its first member again and again. */
  const order: string[] = [];
  let next = 0;
  events.subscribe(({ event }) => {
    if (event.type !== "feed_changed") return;
    const key = intentKey(event.item.agentDid, event.item.intentId);
    // A changed line keeps its place: the map's order is the order of arrival.
    const isNew = !items.has(key);
    items.set(key, event.item);
    if (!isNew) return;
    const oldest = order[next];
    if (oldest !== undefined) items.delete(oldest);
    order[next] = key;
    next = (next + 1) % capacity;
  });
  return { recent: (limit) => [...items.values()].slice(-limit).toReversed() };
}
