// What if: the draft tried on what agents asked for in the past. Shows only what would have been decided otherwise.
import { Play, X } from "lucide-react";
import { Progress } from "radix-ui";
import { useState } from "react";
import { day } from "../../../shared/clock.ts";
import type { WhatIfGroup, WhatIfReport } from "../../../shared/policy-desk.ts";
import { whatIfGroups } from "../../../shared/policy-desk.ts";
import { useAnswer, useCommand } from "../../answers.ts";
import { Button } from "../../components/button.tsx";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { counted, elapsed, fullTime, wholeNumber } from "../../text/format.ts";
import { blindSpots, groupWords, type ToldChange, toldOnce } from "../../text/policy-words.ts";
import { visibleLine } from "../../../shared/visible.ts";
import { openActivity } from "../../ui-store.ts";
import { setDays, setRun, useDraft } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";

const spans = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
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
        <p className="text-xs text-quiet">
          Decides what agents asked for in the past again, by {draft.changed ? "your draft" : "the policy in force"},
          and shows what would have been otherwise. Nothing is changed.
        </p>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Segmented
            label="How far back"
            value={spans.find(({ value }) => value === String(days))?.value ?? "30"}
            segments={spans}
            onChange={(value) => setDays(Number(value))}
          />
          {running ? (
            <Button onClick={() => (runId === undefined ? undefined : cancel.mutate({ runId }))}>
              <X size={13} aria-hidden />
              Cancel
            </Button>
          ) : (
            <Button look="primary" onClick={begin} disabled={broken || draft.checking}>
              <Play size={13} aria-hidden />
              Run
            </Button>
          )}
        </div>
        {broken ? <p className="mt-2 text-xs text-danger">The draft has problems. Put them right first.</p> : null}
        {!broken && !draft.changed ? (
          <p className="mt-2 text-xs text-faint">The editor has no changes yet, so nothing can come out differently.</p>
        ) : null}
        {state?.status === "running" ? <Running done={state.done} total={state.total} /> : null}
        {state?.status === "cancelled" ? <p className="mt-2 text-xs text-faint">Cancelled.</p> : null}
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
      <Progress.Root
        value={percent}
        aria-label="Deciding the past again"
        className="h-1 overflow-hidden rounded-full bg-hover"
      >
        <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-1 w-full text-accent">
          <rect width={percent} height="1" fill="currentColor" />
        </svg>
      </Progress.Root>
      <p className="mt-1 text-xs text-faint tabular-nums">
        {wholeNumber(done)} of {wholeNumber(total)} entries
      </p>
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
          {total === 0
            ? "Nothing would have been decided otherwise."
            : `${wholeNumber(total)} of ${wholeNumber(report.replayed)} would have been decided otherwise.`}
        </output>
        <p className="text-xs text-faint">
          {counted(report.replayed, "intent")} of the last{" "}
          {report.to - report.from <= day ? "day" : `${Math.round((report.to - report.from) / day)} days`}, decided
          again in {elapsed(report.milliseconds)}.
        </p>
        {total === 0 ? null : (
          <div className="mt-2.5">
            <Segmented
              label="What changes"
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
        {toldOnce(changes).map((change) => (
          <Change key={`${change.agentDid} ${change.intentId}`} change={change} />
        ))}
        {changes.length < report.counts[group] ? (
          <li className="px-4 py-2 text-xs text-faint">
            The newest {wholeNumber(changes.length)} of {wholeNumber(report.counts[group])} are shown.
          </li>
        ) : null}
      </ul>
      <BlindSpots report={report} />
    </>
  );
}

function Change({ change }: { change: ToldChange }) {
  return (
    <li className="border-b border-line px-4 py-2 last:border-0">
      <p className="flex min-w-0 items-center gap-2">
        <RiskMark level={change.level} size={11} />
        <span className="selectable min-w-0 flex-1 truncate font-mono text-xs" title={visibleLine(change.summary)}>
          {visibleLine(change.summary)}
        </span>
        {change.count === 1 ? null : (
          <span className="shrink-0 text-xs font-medium text-quiet tabular-nums">
            {wholeNumber(change.count)} times
          </span>
        )}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs">
        <OutcomeMark outcome={change.before} />
        <span aria-label="becomes" className="text-faint">
          →
        </span>
        <OutcomeMark outcome={change.after} />
        {change.rule === undefined ? null : <span className="font-mono text-quiet">{change.rule}</span>}
      </p>
      <p className="mt-0.5 text-xs text-faint">
        {visibleLine(change.agentName)} · {change.count === 1 ? "" : "last "}
        <time dateTime={new Date(change.at).toISOString()}>{fullTime(change.at)}</time>
        {change.recorded === change.before ? "" : " · decided otherwise then, by another policy or a person's grant"}
        {change.partial ? " · decided without its long text" : ""} ·{" "}
        <button
          type="button"
          className="rounded-sm text-accent underline-offset-2 hover:underline"
          onClick={() => openActivity({}, { intentId: change.intentId, agentDid: change.agentDid })}
        >
          its story
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
      <h2 className="label">What this run could not see</h2>
      <ul>
        {spots.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
