// The two scores side by side on the scale that decides: what happens from 0.7 is a setting, and from 0.8 it is denied.
import type { Settings } from "../../shared/settings.ts";
import type { RiskAssessment } from "../../shared/verdict.ts";
import { score as formatScore } from "../text/format.ts";

const asks = 0.7;
const denies = 0.8;

export interface ScoreScaleProps {
  readonly risk: RiskAssessment;
  /** Undefined until the settings are read. */
  readonly highBand: Settings["highBand"] | undefined;
}

const modelWords = {
  scored: undefined,
  unavailable: "not available",
  late: "too late",
  off: "off",
} as const;

export function ScoreScale({ risk, highBand }: ScoreScaleProps) {
  const deniedFrom = highBand === "deny" ? asks : denies;
  const limits = highBand === "escalate" ? [asks, denies] : [deniedFrom];
  const absent = modelWords[risk.modelStatus];
  return (
    <dl className="grid self-start grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-xs">
      <Row
        label="Heuristics"
        value={risk.heuristicScore}
        limits={limits}
        decisive={risk.heuristicScore >= risk.modelScore}
      />
      <Row
        label="Model"
        value={absent === undefined ? risk.modelScore : undefined}
        note={absent}
        limits={limits}
        decisive={risk.modelScore > risk.heuristicScore}
      />
      <dt className="sr-only">Scale</dt>
      <dd className="relative col-start-2 h-4 text-2xs whitespace-nowrap text-faint">
        {highBand === "escalate" ? (
          <span className="absolute -mr-px" style={{ right: `${100 - asks * 100}%` }}>
            asks {formatScore(asks)}
          </span>
        ) : null}
        <span className="absolute" style={{ left: `${deniedFrom * 100}%` }}>
          {formatScore(deniedFrom)} denies
        </span>
      </dd>
    </dl>
  );
}

interface RowProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly note?: string | undefined;
  readonly limits: readonly number[];
  readonly decisive: boolean;
}

function Row(props: RowProps) {
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
          {props.limits.map((at) => (
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
