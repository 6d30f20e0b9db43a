// Views that a person saved. Kept in this window's own storage: they are about looking, so they have no place in the
// settings, whose every change the ledger records.
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { type ActivityFilter, builtInViews, filterKey, type View } from "../lib/activity-filter.ts";

export const useViews = create<{ readonly views: readonly View[] }>()(
  persist(() => ({ views: [] as readonly View[] }), { name: "gatehouse-views", version: 1 }),
);

/** A view of the same name is replaced. */
export function saveView(name: string, filter: ActivityFilter): void {
  useViews.setState(({ views }) => ({ views: [...views.filter((view) => view.name !== name), { name, filter }] }));
}

export function removeView(name: string): void {
  useViews.setState(({ views }) => ({ views: views.filter((view) => view.name !== name) }));
}

/** The name of the view that looks for just this. */
export function viewNameOf(views: readonly View[], filter: ActivityFilter): string | undefined {
  const key = filterKey(filter);
  return [...builtInViews, ...views].find((view) => filterKey(view.filter) === key)?.name;
}
