// The table over the whole ledger: any number of rows, worked with the keyboard, steady while new entries arrive.
import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { ActivityRow } from "../../../shared/contract/activity.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { useNow } from "../../components/use-now.ts";
import { asksForWords, isSearchable } from "../../../shared/contract/ledger-search.ts";
import type { ActivityFilter, AgentNames } from "../../lib/activity-filter.ts";
import { agentShort, filterKey, searchProblem } from "../../lib/activity-filter.ts";
import { startOfDay, wholeNumber } from "../../labels/format.ts";
import { type Opened, openStory } from "../../state/ui-store.ts";
import { ActivityLine, headHeight, rowColumns, rowHeight, rowId } from "./activity-row.tsx";
import { type Pinned, usePinnedRows, useRowAt } from "./use-rows.ts";
import { useTallScroll } from "./use-tall-scroll.ts";
import { activityTable as labels } from "../../labels/activity.ts";

export interface ActivityTableProps {
  readonly filter: ActivityFilter;
  readonly names: AgentNames;
  readonly opened: Opened | undefined;
  readonly onCount: (pin: Pinned | undefined) => void;
}

export function ActivityTable({ filter, names, opened, onCount }: ActivityTableProps) {
  const scroller = useRef<HTMLTableElement>(null);
  const { pin, error, pending, newer, takeNewer } = usePinnedRows(filter);
  const total = pin?.entries ?? 0;
  const scroll = useTallScroll(scroller, total, rowHeight, headHeight);
  const { first, last, atTop, toTop } = scroll;
  const rowAt = useRowAt(pin, first, last);

  const key = filterKey(filter);
  const [current, setCurrent] = useState<{ readonly key: string; readonly index: number }>();
  const index = current?.key === key ? Math.min(current.index, total - 1) : undefined;
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    toTop();
  }, [key, toTop]);
  useEffect(() => onCount(pin), [onCount, pin]);
  // Somebody who reads further down, or has selected a row, is not moved: the button above says what is new.
  const following = atTop && (index ?? 0) === 0 && opened === undefined;
  useEffect(() => {
    if (following && newer > 0) takeNewer();
  });

  const open = (at: number): void => {
    setCurrent({ key, index: at });
    const row = rowAt(at);
    if (row !== undefined) openStory({ sequence: row.sequence });
  };
  const click = ({ target }: MouseEvent): void => {
    const at = target instanceof Element ? target.closest("tr")?.dataset["index"] : undefined;
    if (at !== undefined) open(Number(at));
  };

  const move = (to: number): void => {
    const target = Math.max(0, Math.min(total - 1, to));
    setCurrent({ key, index: target });
    scroll.reveal(target);
    const row = rowAt(target);
    if (opened !== undefined && row !== undefined) openStory({ sequence: row.sequence });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || total === 0) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index === undefined ? 0 : index + 1,
      ArrowUp: (index ?? 0) - 1,
      PageDown: (index ?? 0) + scroll.pageRows,
      PageUp: (index ?? 0) - scroll.pageRows,
      Home: 0,
      End: total - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === "Enter" && index !== undefined) open(index);
    else return;
    event.preventDefault();
  };

  const today = startOfDay(useNow());
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  return (
    <div className="relative @container min-h-0 min-w-0">
      {newer > 0 && !following ? (
        <Button
          look="primary"
          className="absolute top-10 left-1/2 z-20 -translate-x-1/2 rounded-full shadow-lg"
          onClick={() => {
            setCurrent(undefined);
            toTop();
            takeNewer();
          }}
        >
          <ArrowUp size={13} aria-hidden />
          {labels.newer(wholeNumber(newer))}
        </Button>
      ) : null}
      <table
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table one works in
        role="grid"
        tabIndex={0}
        aria-label={labels.entriesNewestFirst}
        aria-rowcount={total + 1}
        aria-busy={pending}
        aria-activedescendant={index === undefined || index < first || index > last ? undefined : rowId(index)}
        onKeyDown={press}
        onClick={click}
        className={`block h-full overflow-y-scroll outline-offset-[-2px] [overflow-anchor:none] ${pending ? "opacity-60" : ""}`}
      >
        <Head />
        <tbody className="relative block overflow-hidden" style={{ height: scroll.height }}>
          {drawn.map((at) => {
            const row = rowAt(at);
            return (
              <ActivityLine
                key={row?.sequence ?? `row ${at}`}
                row={row}
                today={today}
                index={at}
                top={at * rowHeight - scroll.shift}
                agentName={nameOf(row, names)}
                current={at === index}
                opened={isOpened(row, opened)}
              />
            );
          })}
        </tbody>
      </table>
      {pin?.entries === 0 || searchProblem(filter) !== undefined ? <Nothing filter={filter} /> : null}
      {error === null ? null : (
        <div className="absolute inset-0 top-8 bg-canvas">
          <Empty title={labels.ledgerCannotBeRead}>{error.message}</Empty>
        </div>
      )}
    </div>
  );
}

function Head() {
  const heads = [
    [labels.time, ""],
    [labels.agent, "overflow-hidden"],
    [labels.what, ""],
    [labels.project, "hidden @4xl:block"],
    [labels.whatBecameOfIt, ""],
    [labels.why, "hidden @6xl:block"],
    [labels.tool, "hidden @min-[100rem]:block"],
  ] as const;
  return (
    <thead className="sticky top-0 z-10 block bg-canvas">
      <tr
        aria-rowindex={1}
        className={`label ${rowColumns} border-b border-line text-left`}
        style={{ height: headHeight }}
      >
        {heads.map(([title, look]) => (
          <th key={title} className={`font-medium ${look}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Nothing({ filter }: { filter: ActivityFilter }) {
  const { text = "" } = filter;
  const problem = searchProblem(filter);
  return (
    <div className="absolute inset-0 top-8 bg-canvas">
      {problem !== undefined ? (
        <Empty title={labels.cannotSearch}>{problem}</Empty>
      ) : asksForWords(text) && !isSearchable(text) ? (
        <Empty title={labels.onlySignsTitle}>{labels.onlySigns}</Empty>
      ) : filterKey(filter) !== "[]" ? (
        <Empty title={labels.nothingFits}>{labels.nothingFitsAdvice}</Empty>
      ) : (
        <Empty title={labels.emptyTitle}>{labels.empty}</Empty>
      )}
    </div>
  );
}

function nameOf(row: ActivityRow | undefined, names: AgentNames): string | undefined {
  if (row?.agentDid === undefined) return undefined;
  return names.get(row.agentDid) ?? agentShort(row.agentDid);
}

function isOpened(row: ActivityRow | undefined, opened: Opened | undefined): boolean {
  if (row === undefined || opened === undefined) return false;
  if ("sequence" in opened) return row.sequence === opened.sequence;
  return row.intentId === opened.intentId && row.agentDid === opened.agentDid;
}
