// The rows of the activity table: counted once, fetched in blocks where they are looked at, and steady while the ledger grows.
import { keepPreviousData, type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ActivityExtent, ActivityRow } from "../../../shared/contract/activity.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import { call } from "../../state/bridge.ts";
import { type ActivityFilter, filterKey, resolveFilter } from "../../lib/activity-filter.ts";

const blockSize = 100;
/** Dragging the scrollbar passes more blocks than anybody wants to read. */
const askAfterMs = 60;
const keepBlocksMs = 60 * second;
const mostJoined = 500;

/**
 * What is looked at: everything that fits up to a head that stays. Rows are numbered from the oldest on, so that a
 * block keeps its content when newer ones arrive.
 */
export interface Pinned extends ActivityExtent {
  readonly filter: LedgerFilter;
}

export interface PinnedRows {
  /** Undefined while they are counted for the first time. */
  readonly pin: Pinned | undefined;
  readonly error: Error | null;
  /** Another filter was chosen and its rows are on their way. */
  readonly pending: boolean;
  /** Entries that fit and came since. */
  readonly newer: number;
  readonly takeNewer: () => void;
}

/** How many rows there are, and how many came since they were counted. */
export function usePinnedRows(filter: ActivityFilter): PinnedRows {
  const client = useQueryClient();
  const key = filterKey(filter);
  const pinKey = ["measureActivity", key];
  const measured = useQuery({
    queryKey: pinKey,
    queryFn: async (): Promise<Pinned> => {
      const resolved = resolveFilter(filter, Date.now());
      return { filter: resolved, ...(await call("measureActivity", { filter: resolved })) };
    },
    placeholderData: keepPreviousData,
    // Returning to a filter counts again.
    gcTime: 0,
  });
  const pin = measured.data;
  const pending = measured.isPlaceholderData;
  const newer = useQuery({
    queryKey: ["newerActivity", key, pin?.head],
    queryFn: () => call("measureActivity", { filter: pin?.filter ?? {}, after: pin?.head ?? 0 }),
    enabled: pin !== undefined && !pending,
    refetchInterval: second,
    gcTime: 0,
  });

  const takeNewer = async (): Promise<void> => {
    const extent = newer.data;
    if (pin === undefined || extent === undefined || extent.entries === 0) return;
    const next: Pinned = { ...pin, head: extent.head, entries: pin.entries + extent.entries, last: extent.last };
    if (extent.entries <= mostJoined) await joinNewer(client, pin, next);
    client.setQueryData(pinKey, next);
  };

  return {
    pin,
    error: measured.error,
    pending,
    newer: pending ? 0 : (newer.data?.entries ?? 0),
    takeNewer: () => void takeNewer(),
  };
}

/** The row at a distance from the newest; undefined while it is fetched. Those around what is seen are fetched. */
export function useRowAt(
  pin: Pinned | undefined,
  first: number,
  last: number,
): (index: number) => ActivityRow | undefined {
  const client = useQueryClient();
  useBlocks(client, pin, useSettled(pin === undefined ? [] : blocksAround(first, last, pin.entries)));
  return (index) => (pin === undefined ? undefined : rowAt(client, pin, index));
}

/** The numbers of a block's rows, counted from the oldest; both included. */
function numbersOf(block: number, total: number): { readonly low: number; readonly high: number } {
  return { low: block * blockSize, high: Math.min((block + 1) * blockSize, total) - 1 };
}

/** A block that grows is another one. */
function blockKey({ filter, entries }: Pinned, block: number): readonly unknown[] {
  const { low, high } = numbersOf(block, entries);
  return ["activityBlock", JSON.stringify(filter), block, high - low + 1];
}

function cachedBlock(client: QueryClient, pin: Pinned, block: number): readonly ActivityRow[] | undefined {
  return client.getQueryData<readonly ActivityRow[]>(blockKey(pin, block));
}

function rowAt(client: QueryClient, pin: Pinned, index: number): ActivityRow | undefined {
  const number = pin.entries - 1 - index;
  const block = Math.floor(number / blockSize);
  return cachedBlock(client, pin, block)?.[numbersOf(block, pin.entries).high - number];
}

/** The blocks that are seen and the next ones in both directions. */
function blocksAround(first: number, last: number, total: number): readonly number[] {
  if (total === 0) return [];
  const highest = Math.floor((total - 1 - Math.max(0, first - blockSize / 2)) / blockSize);
  const lowest = Math.max(0, Math.floor((total - 1 - Math.min(total - 1, last + blockSize / 2)) / blockSize));
  return Array.from({ length: Math.max(0, highest - lowest + 1) }, (_, index) => highest - index);
}

function useSettled(wanted: readonly number[]): readonly number[] {
  const [settled, setSettled] = useState(wanted);
  const key = wanted.join();
  const fresh = settled.length === 0;
  useEffect(() => {
    const numbers = key === "" ? [] : key.split(",").map(Number);
    const timer = setTimeout(() => setSettled(numbers), fresh ? 0 : askAfterMs);
    return () => clearTimeout(timer);
  }, [key, fresh]);
  return settled;
}

function useBlocks(client: QueryClient, pin: Pinned | undefined, blocks: readonly number[]): void {
  useQueries({
    queries: blocks.flatMap((block) =>
      pin === undefined || block * blockSize >= pin.entries
        ? []
        : [{ queryKey: blockKey(pin, block), queryFn: () => fetchBlock(client, pin, block), gcTime: keepBlocksMs }],
    ),
  });
}

/** From a neighbour that is there, or by counting down from the head. */
function fetchBlock(client: QueryClient, pin: Pinned, block: number): Promise<readonly ActivityRow[]> {
  const { filter, head, entries } = pin;
  const { low, high } = numbersOf(block, entries);
  const limit = high - low + 1;
  const above = cachedBlock(client, pin, block + 1)?.at(-1)?.sequence;
  const below = cachedBlock(client, pin, block - 1)?.[0]?.sequence;
  const where =
    above !== undefined ? { before: above } : below !== undefined ? { after: below } : { skip: entries - 1 - high };
  return call("listActivity", { filter, head, limit, ...where });
}

/** Newer rows go into the cache before the table grows, so that nothing flickers. */
async function joinNewer(client: QueryClient, pin: Pinned, next: Pinned): Promise<void> {
  const rows = await call("listActivity", {
    filter: pin.filter,
    head: next.head,
    after: pin.head,
    limit: mostJoined,
  });
  const top = Math.floor((pin.entries - 1) / blockSize);
  const known = pin.entries % blockSize === 0 ? [] : (cachedBlock(client, pin, top) ?? []);
  const begin = pin.entries - known.length;
  if (begin % blockSize !== 0) return;
  const oldestFirst = [...known.toReversed(), ...rows.toReversed()];
  for (let low = begin; low < next.entries; low += blockSize) {
    const block = oldestFirst.slice(low - begin, low - begin + blockSize).toReversed();
    client.setQueryData(blockKey(next, low / blockSize), block);
  }
}
