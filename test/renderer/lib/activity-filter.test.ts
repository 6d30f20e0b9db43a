// What the activity screen looks for, and how it says so.
import { expect, test } from "vitest";
import {
  builtInViews,
  chipWords,
  dimensions,
  filterKey,
  systemKinds,
  resolveFilter,
  timeWords,
  valuesOf,
  withValues,
} from "../../../src/renderer/lib/activity-filter.ts";
import { hour } from "../../../src/shared/lib/clock.ts";
import { ledgerFilterSchema } from "../../../src/shared/contract/ledger-search.ts";

const names = new Map([["did:aeon:codex:0.9:x", "Codex"]]);
const dimension = (id: string) => dimensions.find((each) => each.id === id) ?? dimensions[0];

test("a span that ends now is resolved when it is asked for, and what is empty is left out", () => {
  expect(resolveFilter({ last: "1h", kinds: [], text: "", outcomes: ["DENIED"] }, 10 * hour)).toEqual({
    outcomes: ["DENIED"],
    from: 9 * hour,
  });
  expect(resolveFilter({ from: 5, to: 9 }, 10)).toEqual({ from: 5, to: 9 });
});

test("values are put in and taken out again, lists and single ones alike", () => {
  const filter = withValues(withValues({}, "outcomes", ["DENIED", "ESCALATE"]), "path", ["/srv"]);
  expect(filter).toEqual({ outcomes: ["DENIED", "ESCALATE"], path: "/srv" });
  expect(valuesOf(filter, "path")).toEqual(["/srv"]);
  expect(withValues(withValues(filter, "path", []), "outcomes", [])).toEqual({});
});

test("chips speak as people do", () => {
  expect(chipWords({ outcomes: ["DENIED", "ESCALATE"] }, dimension("outcomes"), names)).toBe("Denied or Asks you");
  expect(chipWords({ agents: ["did:aeon:codex:0.9:x"] }, dimension("agents"), names)).toBe("Codex");
  expect(chipWords({ agents: ["did:aeon:aider:1:y"] }, dimension("agents"), names)).toBe("aider");
  expect(chipWords({ kinds: [...systemKinds] }, dimension("kinds"), names)).toContain("more");
  // What an agent wrote cannot hide in a chip.
  expect(chipWords({ host: "a\u202Eb" }, dimension("host"), names)).toContain("U+202E");
  expect(timeWords({})).toBe("Any time");
  expect(timeWords({ last: "24h" })).toBe("Last 24 hours");
});

test("a filter is the same whatever the order of its members", () => {
  expect(filterKey({ kinds: ["verdict"], text: "x" })).toBe(filterKey({ text: "x", kinds: ["verdict"] }));
  expect(filterKey({ kinds: [] })).toBe(filterKey({}));
});

test.each(builtInViews.map((view) => [view.name, view] as const))(
  "the view %s is one the ledger takes",
  (_name, view) => {
    expect(ledgerFilterSchema.safeParse(resolveFilter(view.filter, 1000)).success).toBe(true);
  },
);
