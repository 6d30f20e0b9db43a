// One step of a session after the other: what it did, how it was decided, and what it changed.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, ExternalLink, Pause, Play } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { SessionStep, StepFile } from "../../../../shared/contract/sessions/sessions.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { Button } from "../../../components/button.tsx";
import { OutcomeMark, RiskMark } from "../../../components/marks.tsx";
import { fullTime, score as scoreWords } from "../../../labels/format.ts";
import { lifeWords } from "../../../labels/outcomes.ts";
import { replay as labels } from "../../../labels/sessions/sessions.ts";
import { StepChange, writtenPath } from "./step-change.tsx";
import { whoOf } from "./step-table.tsx";

const stepMs = 1400;

export interface ReplayProps {
  readonly agentDid: string;
  readonly steps: readonly SessionStep[];
  readonly at: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (step: SessionStep) => void;
}

export function Replay({ agentDid, steps, at, onMove, onOpen }: ReplayProps) {
  const [playing, setPlaying] = useState(false);
  const last = steps.length - 1;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => (at >= last ? setPlaying(false) : onMove(at + 1)), stepMs);
    return () => clearTimeout(timer);
  }, [playing, at, last, onMove]);
  const step = steps[at];
  if (step === undefined) return null;
  const go = (index: number): void => {
    setPlaying(false);
    onMove(Math.min(last, Math.max(0, index)));
  };
  const play = (): void => {
    if (!playing && at >= last) onMove(0);
    setPlaying(!playing);
  };
  return (
    <section aria-label={labels.replay} className="mt-5 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-1">
        <Control label={labels.first} disabled={at === 0} onClick={() => go(0)} icon={<ChevronFirst size={14} />} />
        <Control
          label={labels.previous}
          disabled={at === 0}
          onClick={() => go(at - 1)}
          icon={<ChevronLeft size={14} />}
        />
        <Control
          label={playing ? labels.pause : labels.play}
          onClick={play}
          icon={playing ? <Pause size={14} /> : <Play size={14} />}
        />
        <Control
          label={labels.next}
          disabled={at >= last}
          onClick={() => go(at + 1)}
          icon={<ChevronRight size={14} />}
        />
        <Control label={labels.last} disabled={at >= last} onClick={() => go(last)} icon={<ChevronLast size={14} />} />
        <input
          type="range"
          aria-label={labels.position}
          aria-valuetext={labels.place(at + 1, steps.length)}
          min={0}
          max={last}
          value={at}
          onChange={(event) => go(Number(event.currentTarget.value))}
          className="mx-2 w-40 min-w-24 flex-1 accent-accent min-[700px]:max-w-80"
        />
        <span className="text-xs whitespace-nowrap text-quiet tabular-nums">{labels.place(at + 1, steps.length)}</span>
        <Button className="ml-auto" onClick={() => onOpen(step)}>
          <ExternalLink size={13} aria-hidden />
          {labels.openInActivity}
        </Button>
      </div>
      <Step
        key={step.sequence}
        agentDid={agentDid}
        step={step}
        earlier={steps.slice(0, at).findLast((each) => each.writes !== undefined && isSameFile(each, step))}
      />
    </section>
  );
}

function isSameFile(one: SessionStep, other: SessionStep): boolean {
  return other.writes !== undefined && writtenPath(one) === writtenPath(other);
}

interface ControlProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

function Control({ label, disabled = false, icon, onClick }: ControlProps) {
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {icon}
    </Button>
  );
}

const toneInk = { calm: "text-ink", caution: "text-warning", danger: "text-danger" } as const;

function Step({ agentDid, step, earlier }: { agentDid: string; step: SessionStep; earlier: SessionStep | undefined }) {
  const { life, level, score, files, hosts } = step;
  return (
    <div aria-live="polite" className="mt-3">
      <p className={`selectable text-sm font-semibold break-words ${toneInk[step.tone]}`}>
        {visibleLine(step.headline)}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-quiet">
        {life === undefined ? null : <OutcomeMark outcome={life.outcome} words={lifeWords(life)} />}
        {level === undefined || score === undefined ? null : (
          <span className="inline-flex items-center gap-1.5">
            <RiskMark level={level} size={11} />
            {scoreWords(score)}
          </span>
        )}
        <span>{labels.by(whoOf(step))}</span>
        <span className="text-faint">{fullTime(step.at)}</span>
      </p>
      {step.summary === step.headline ? null : (
        <pre className="selectable mt-2 max-h-40 overflow-auto rounded-md bg-surface px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap">
          {visibleLine(step.summary)}
        </pre>
      )}
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        <Places term={labels.reads} places={placesOf(files, "read")} />
        <Places term={labels.writes} places={placesOf(files, "write")} />
        <Places term={labels.deletes} places={placesOf(files, "delete")} />
        <Places term={labels.talksTo} places={hosts.map(({ host }) => host)} />
      </dl>
      {files.some(({ access }) => access === "write") ? (
        <div className="mt-3">
          <StepChange agentDid={agentDid} step={step} earlier={earlier} />
        </div>
      ) : null}
    </div>
  );
}

function placesOf(files: readonly StepFile[], access: StepFile["access"]): readonly string[] {
  return files.filter((file) => file.access === access).map(({ path }) => path);
}

function Places({ term, places }: { term: string; places: readonly string[] }) {
  if (places.length === 0) return null;
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="selectable min-w-0 font-mono break-all">{places.map(visibleLine).join(", ")}</dd>
    </>
  );
}
