// The two scores side by side on the scale that decides: a human is asked from 0.7, and from 0.8 it is denied.
import type { RiskAssessment } from "../../shared/verdict.ts";
import { score as formatScore } from "../text/format.ts";

const limits = [0.7, 0.8];

const modelWords = {
  scored: undefined,
  unavailable: "not available",
  late: "too late",
  off: "off",
} as const;

export function ScoreScale({ risk }: { risk: RiskAssessment }) {
  const absent = modelWords[risk.modelStatus];
  return (
    <dl className="grid self-start grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-xs">
      <Row label="Heuristics" value={risk.heuristicScore} decisive={risk.heuristicScore >= risk.modelScore} />
      <Row
        label="Model"
        value={absent === undefined ? risk.modelScore : undefined}
        note={absent}
        decisive={risk.modelScore > risk.heuristicScore}
      />
      <dt className="sr-only">Scale</dt>
      <dd className="relative col-start-2 h-4 text-2xs whitespace-nowrap text-faint">
        <span className="absolute right-[30%] -mr-px">asks {formatScore(0.7)}</span>
        <span className="absolute left-[80%]">{formatScore(0.8)} denies</span>
      </dd>
    </dl>
  );
}

function Row(props: { label: string; value: number | undefined; note?: string | undefined; decisive: boolean }) {
  const { value } = props;
  return (
    <>
      <dt className="text-quiet">{props.label}</dt>
      <dd className="contents">
        <span className="relative h-1.5 rounded-full bg-hover forced-color-adjust-none" aria-hidden>
          {value === undefined ? null : (
            <span
              className={`absolute inset-y-0 left-0 rounded-full ${props.decisive ? "bg-ink" : "bg-faint"}`}
              style={{ width: `${value * 100}%` }}
            />
          )}
          {limits.map((at) => (
            <span key={at} className="absolute -inset-y-1 w-px bg-edge" style={{ left: `${at * 100}%` }} />
          ))}
        </span>
        <span className={props.decisive ? "font-semibold" : "text-quiet"}>
          {value === undefined ? props.note : formatScore(value)}
        </span>
      </dd>
    </>
  );
}
