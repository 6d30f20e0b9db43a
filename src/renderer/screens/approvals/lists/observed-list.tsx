// Observe mode: what a human would have been asked about, what would have been denied, and what was denied even so.
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { second } from "../../../../shared/lib/clock.ts";
import type { Observed } from "../../../../shared/contract/reach.ts";
import { call } from "../../../state/bridge.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { OutcomeMark, RiskMark } from "../../../components/marks.tsx";
import { useModeSwitch } from "../../../components/mode-switch.tsx";
import { Ago } from "../../../components/time.tsx";
import { wholeNumber } from "../../../labels/format.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { deciderWords } from "../../../labels/vocabulary.ts";
import { openActivity } from "../../../state/ui-store.ts";
import { DecideObserved } from "./decide-observed.tsx";
import { DecideSeveral } from "./decide-several.tsx";
import { observedList as labels } from "../../../labels/approvals.ts";

const readEveryMs = 5 * second;

export function ObservedList() {
  const { data } = useQuery({
    queryKey: ["listObserved"],
    queryFn: () => call("listObserved", {}),
    refetchInterval: readEveryMs,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (data === undefined) return null;
  const wouldAsk = data.filter((item) => item.outcome === "would_ask");
  const selectable = wouldAsk.filter((item) => item.decided === undefined);
  // A rule may have been made from one of them meanwhile, or newer actions have joined it under another id.
  const selected = selectable.filter((item) => chosen.has(keyOf(item)));
  const choose = (items: readonly Observed[], on: boolean): void => {
    const keys = items.map(keyOf);
    setChosen((before) => new Set([...before].filter((key) => !keys.includes(key)).concat(on ? keys : [])));
  };
  return (
    <section aria-label={labels.observed} className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-6 py-3">
        <Eye size={16} aria-hidden className="shrink-0 text-warning" />
        <p className="min-w-0 flex-1">
          <strong className="font-semibold">{labels.title}</strong>{" "}
          <span className="text-quiet">{labels.explained}</span>
        </p>
        <StartEnforcing />
      </div>
      {selected.length === 0 ? null : <DecideSeveral items={selected} onDone={() => setChosen(new Set())} />}
      {data.length === 0 ? (
        <Empty title={labels.emptyTitle}>{labels.empty}</Empty>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Part title={labels.wouldAsk} items={wouldAsk} selection={{ selectable, selected, choose }} />
          <Part title={labels.wouldDeny} items={data.filter((item) => item.outcome === "would_deny")} />
          <Part title={labels.denied} items={data.filter((item) => item.outcome === "denied")} />
        </div>
      )}
    </section>
  );
}

const keyOf = ({ agentDid, intentId }: Observed): string => `${agentDid} ${intentId}`;

interface Selection {
  readonly selectable: readonly Observed[];
  readonly selected: readonly Observed[];
  readonly choose: (items: readonly Observed[], on: boolean) => void;
}

function Part({ title, items, selection }: { title: string; items: readonly Observed[]; selection?: Selection }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="flex items-center px-6 pt-4 pb-1 text-xs text-quiet">
        <h2 className="min-w-0 flex-1 font-medium">{title}</h2>
        {selection === undefined || selection.selectable.length < 2 ? null : <SelectAll selection={selection} />}
      </div>
      <ul>
        {items.map((item) => (
          <Row key={keyOf(item)} item={item} {...(selection === undefined ? {} : { selection })} />
        ))}
      </ul>
    </section>
  );
}

function SelectAll({ selection: { selectable, selected, choose } }: { selection: Selection }) {
  return (
    <label className="flex items-center gap-1.5">
      <input
        type="checkbox"
        className="accent-accent"
        checked={selected.length === selectable.length}
        onChange={(event) => choose(selectable, event.target.checked)}
      />
      {labels.selectAll}
    </label>
  );
}

function Chooser({ item, selection: { selectable, selected, choose } }: { item: Observed; selection: Selection }) {
  return (
    <input
      type="checkbox"
      className="mr-3 accent-accent"
      aria-label={labels.select(visibleLine(item.summary))}
      disabled={!selectable.includes(item)}
      checked={selected.includes(item)}
      onChange={(event) => choose([item], event.target.checked)}
    />
  );
}

function Row({ item, selection }: { item: Observed; selection?: Selection }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b border-line px-6 py-2.5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <span className="flex items-center">
          {selection === undefined ? null : <Chooser item={item} selection={selection} />}
          <RiskMark level={item.level} />
        </span>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="min-w-0 text-left">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-mono text-xs">{visibleLine(item.summary)}</span>
            {item.count > 1 ? (
              <span className="shrink-0 text-xs font-medium text-quiet">×{wholeNumber(item.count)}</span>
            ) : null}
          </span>
          <span className="block truncate text-xs text-faint">
            {item.agentName}, <Ago at={item.lastAt} />, {deciderOf(item)}
          </span>
        </button>
        {item.outcome === "would_ask" ? <DecideObserved item={item} /> : <Denial item={item} />}
      </div>
      {open ? <Details item={item} /> : null}
    </li>
  );
}

function deciderOf({ decider, rule }: Observed): string {
  return rule === undefined || decider === "grant" ? deciderWords[decider] : labels.rule(rule);
}

/** No rule overrides a denial, so none is offered; its story says what would have to change. */
function Denial({ item: { agentDid, intentId, outcome } }: { item: Observed }) {
  return (
    <span className="flex items-center gap-3">
      <OutcomeMark outcome={outcome === "denied" ? "DENIED" : "APPROVED"} />
      <Button onClick={() => openActivity({ kinds: ["verdict"] }, { intentId, agentDid })}>{labels.story}</Button>
    </span>
  );
}

function Details({ item }: { item: Observed }) {
  return <p className="mt-2 ml-6 text-xs text-quiet">{item.why}</p>;
}

function StartEnforcing() {
  const { ask, busy, dialog } = useModeSwitch();
  return (
    <>
      <Button look="primary" disabled={busy} onClick={ask}>
        {labels.startEnforcing}
      </Button>
      {dialog}
    </>
  );
}
