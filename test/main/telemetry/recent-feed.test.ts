// The last lines of the feed: newest first, bounded, and a changed line in its old place.
import { expect, test } from "vitest";
import { createEventBus } from "../../../src/main/telemetry/events.ts";
import { createRecentFeed } from "../../../src/main/telemetry/recent-feed.ts";
import { nextFeedItem } from "../../support/engine/lifelike.ts";

function feed() {
  const events = createEventBus({ capacity: 10, fault: () => undefined });
  const { recent } = createRecentFeed(events);
  const show = (id: number, summary = `line ${id}`): void => {
    const item = { ...nextFeedItem(id, 0), intentId: `intent-${id}`, summary };
    events.publish({ type: "feed_changed", at: id, item });
  };
  return { recent: (limit: number) => recent(limit).map(({ summary }) => summary), show };
}

test("the newest line comes first", () => {
  const { recent, show } = feed();
  for (const id of [1, 2, 3]) show(id);
  expect(recent(2)).toEqual(["line 3", "line 2"]);
});

test("a changed line keeps its place", () => {
  const { recent, show } = feed();
  for (const id of [1, 2, 3]) show(id);
  show(2, "changed");
  expect(recent(9)).toEqual(["line 3", "changed", "line 1"]);
});

test("a thousand lines are kept, whatever changes in between", () => {
  const { recent, show } = feed();
  for (let id = 1; id <= 2500; id += 1) {
    show(id);
    if (id % 7 === 0) show(id - 3, `changed ${id - 3}`);
  }
  const lines = recent(5000);
  expect(lines).toHaveLength(1000);
  expect(lines[0]).toBe("line 2500");
  expect(lines.at(-1)).toMatch(/ 1501$/);
});
