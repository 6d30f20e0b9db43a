// What if: the draft tried on what agents asked for in the past. Shows only what would have been decided otherwise.
import { Play, X } from "lucide-react";
import { Progress } from "radix-ui";
import { useState } from "react";
import { day } from "../../../shared/lib/clock.ts";
import type { WhatIfGroup, WhatIfReport } from "../../../shared/contract/policy-api.ts";
import { whatIfGroups } from "../../../shared/contract/policy-api.ts";
import { useAnswer, useCommand } from "../../state/answers.ts";
import { Button } from "../../components/button.tsx";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { elapsed, fullTime, wholeNumber } from "../../labels/format.ts";
import { type MergedChange, mergeChanges } from "./rules.ts";
import { blindSpots, groupWords } from "../../labels/policy-rules.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { openActivity } from "../../state/ui-store.ts";
import { setDays, setRun, useDraft } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { whatIfPane as labels } from "../../labels/policy.ts";

const spans = [
  { value: "1", label: labels.day1 },
  { value: "7", label: labels.days7 },
  { value: "30", label: labels.days30 },
  { value: "90", label: labels.days90 },
] as const;
const pollMs = 250;

export function WhatIfPane({ draft }: { draft: PolicyDraft }) {
  const days = useDraft((state) => state.days);
  const runId = useDraft((state) => state.runId);
  const start = useCommand("startWhatIf");
  const cancel = useCommand("cancelWhatIf", ["getWhatIf"]);
  const [finished, setFinished] = useState<string>();
  const run = useAnswer(
    "getWhatIf",
    { runId: runId ?? "none" },
    { enabled: runId !== undefined, refetchMs: finished === runId ? false : pollMs, staleMs: 0 },
  );
  const state = runId === undefined ? undefined : run.data;
  if (
    runId !== undefined &&
    finished !== runId &&
    (run.error !== null || (state !== undefined && state.status !== "running"))
  ) {
    setFinished(runId);
  }
  const running = state?.status === "running" || start.isPending;
  const begin = (): void =>
    start.mutate({ text: draft.text, days }, { onSuccess: ({ runId: started }) => setRun(started) });
  const broken = draft.problems.length > 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="shrink-0 border-b border-line px-4 py-3">
        <p className="text-xs text-quiet">{draft.changed ? labels.byDraft : labels.byPolicyInForce}</p>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Segmented
            label={labels.howFarBack}
            value={spans.find(({ value }) => value === String(days))?.value ?? "30"}
            segments={spans}
            onChange={(value) => setDays(Number(value))}
          />
          {running ? (
            <Button onClick={() => (runId === undefined ? undefined : cancel.mutate({ runId }))}>
              <X size={13} aria-hidden />
              {labels.cancel}
            </Button>
          ) : (
            <Button look="primary" onClick={begin} disabled={broken || draft.checking}>
              <Play size={13} aria-hidden />
              {labels.run}
            </Button>
          )}
        </div>
        {broken ? <p className="mt-2 text-xs text-danger">{labels.draftHasProblems}</p> : null}
        {!broken && !draft.changed ? <p className="mt-2 text-xs text-faint">{labels.noChanges}</p> : null}
        {state?.status === "running" ? <Running done={state.done} total={state.total} /> : null}
        {state?.status === "cancelled" ? <p className="mt-2 text-xs text-faint">{labels.cancelled}</p> : null}
        {state?.status === "failed" ? <p className="mt-2 text-xs text-danger">{state.message}</p> : null}
        {run.error === null ? null : <p className="mt-2 text-xs text-danger">{run.error.message}</p>}
      </div>
      {state?.status === "done" ? <Report report={state.report} /> : null}
    </div>
  );
}

function Running({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <div className="mt-3">
      <Progress.Root value={percent} aria-label={labels.running} className="h-1 overflow-hidden rounded-full bg-hover">
        <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-1 w-full text-accent">
          <rect width={percent} height="1" fill="currentColor" />
        </svg>
      </Progress.Root>
      <p className="mt-1 text-xs text-faint tabular-nums">{labels.ofEntries(wholeNumber(done), wholeNumber(total))}</p>
    </div>
  );
}

function Report({ report }: { report: WhatIfReport }) {
  const [chosen, setChosen] = useState<WhatIfGroup>();
  const total = whatIfGroups.reduce((sum, group) => sum + report.counts[group], 0);
  const groups = whatIfGroups.filter((group) => group !== "conditions" || report.counts.conditions > 0);
  const group = chosen ?? groups.find((each) => report.counts[each] > 0) ?? "denied";
  const changes = report.changes.filter((change) => change.group === group);
  return (
    <>
      <div className="shrink-0 px-4 pt-3 pb-2">
        <output className="block font-medium">
          {total === 0 ? labels.nothingChanges : labels.someChange(wholeNumber(total), wholeNumber(report.replayed))}
        </output>
        <p className="text-xs text-faint">
          {labels.replayed(report.replayed, Math.round((report.to - report.from) / day), elapsed(report.milliseconds))}
        </p>
        {total === 0 ? null : (
          <div className="mt-2.5">
            <Segmented
              label={labels.whatChanges}
              value={group}
              onChange={setChosen}
              segments={groups.map((each) => ({
                value: each,
                label: groupWords[each],
                shortcut: wholeNumber(report.counts[each]),
              }))}
            />
          </div>
        )}
      </div>
      <ul aria-label={groupWords[group]} className="min-h-0 flex-1 overflow-y-auto border-t border-line" tabIndex={-1}>
        {mergeChanges(changes).map((change) => (
          <Change key={`${change.agentDid} ${change.intentId}`} change={change} />
        ))}
        {changes.length < report.counts[group] ? (
          <li className="px-4 py-2 text-xs text-faint">
            {labels.onlyNewest(wholeNumber(changes.length), wholeNumber(report.counts[group]))}
          </li>
        ) : null}
      </ul>
      <BlindSpots report={report} />
    </>
  );
}

function Change({ change }: { change: MergedChange }) {
  return (
    <li className="border-b border-line px-4 py-2 last:border-0">
      <p className="flex min-w-0 items-center gap-2">
        <RiskMark level={change.level} size={11} />
        <span className="selectable min-w-0 flex-1 truncate font-mono text-xs" title={visibleLine(change.summary)}>
          {visibleLine(change.summary)}
        </span>
        {change.count === 1 ? null : (
          <span className="shrink-0 text-xs font-medium text-quiet tabular-nums">
            {labels.times(wholeNumber(change.count))}
          </span>
        )}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs">
        <OutcomeMark outcome={change.before} />
        <span aria-label={labels.becomes} className="text-faint">
          →
        </span>
        <OutcomeMark outcome={change.after} />
        {change.rule === undefined ? null : <span className="font-mono text-quiet">{change.rule}</span>}
      </p>
      <p className="mt-0.5 text-xs text-faint">
        {visibleLine(change.agentName)} · {change.count === 1 ? "" : labels.last}
        <time dateTime={new Date(change.at).toISOString()}>{fullTime(change.at)}</time>
        {change.recorded === change.before ? "" : labels.recordedOtherwise}
        {change.partial ? labels.partial : ""} ·{" "}
        <button
          type="button"
          className="rounded-sm text-accent underline-offset-2 hover:underline"
          onClick={() => openActivity({}, { intentId: change.intentId, agentDid: change.agentDid })}
        >
          {labels.itsStory}
        </button>
      </p>
    </li>
  );
}

function BlindSpots({ report }: { report: WhatIfReport }) {
  const spots = blindSpots(report);
  if (spots.length === 0) return null;
  return (
    <div className="max-h-32 shrink-0 overflow-y-auto border-t border-line bg-surface px-4 py-2 text-xs text-quiet">
      <h2 className="label">{labels.blindSpots}</h2>
      <ul>
        {spots.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
