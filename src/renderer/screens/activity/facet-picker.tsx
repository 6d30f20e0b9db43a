// Chooses among the values that occur, the most frequent first, each with how often it does.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../state/bridge.ts";
import { menuLine } from "../../components/popover.tsx";
import {
  type ActivityFilter,
  type AgentNames,
  type Dimension,
  filterKey,
  resolveFilter,
  valuesOf,
  valueWords,
  withValues,
} from "../../lib/activity-filter.ts";
import { wholeNumber } from "../../labels/format.ts";
import { facetPicker as labels } from "../../labels/activity.ts";

export interface FacetPickerProps {
  readonly dimension: Extract<Dimension, { readonly facet: string }>;
  readonly filter: ActivityFilter;
  readonly names: AgentNames;
  readonly onChange: (filter: ActivityFilter) => void;
}

export function FacetPicker({ dimension, filter, names, onChange }: FacetPickerProps) {
  const { id, facet, label } = dimension;
  const others = withValues(filter, id, []);
  const counted = useQuery({
    queryKey: ["countActivity", facet, filterKey(others)],
    queryFn: () => call("countActivity", { facet, filter: resolveFilter(others, Date.now()), limit: 50 }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const chosen = valuesOf(filter, id);
  const found = counted.data ?? [];
  const values = [
    ...found,
    ...chosen.filter((value) => !found.some((each) => each.value === value)).map((value) => ({ value, entries: 0 })),
  ];
  const toggle = (value: string): void =>
    onChange(
      withValues(filter, id, chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]),
    );
  return (
    <fieldset className="min-w-0">
      <legend className="label px-2 py-1">{label}</legend>
      {counted.data !== undefined && values.length === 0 ? (
        <p className="px-2 py-1 text-xs text-faint">{labels.none}</p>
      ) : null}
      {counted.data === undefined ? <p className="px-2 py-1 text-xs text-faint">{labels.counting}</p> : null}
      {values.map(({ value, entries }) => (
        <label key={value} className={menuLine}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            className="size-3.5 shrink-0 accent-accent"
          />
          <span className="min-w-0 truncate" title={value}>
            {valueWords(id, value, names)}
          </span>
          <span className="ml-auto text-xs text-faint tabular-nums">{wholeNumber(entries)}</span>
        </label>
      ))}
    </fieldset>
  );
}
