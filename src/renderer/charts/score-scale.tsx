// The two scores side by side on the scale that decides.
import type { Settings } from "../../shared/contract/settings.ts";
import type { RiskAssessment } from "../../shared/domain/verdict.ts";
import { score as formatScore } from "../labels/format.ts";
import { scoreLimits } from "./score-limits.ts";
import { scoreScale as labels } from "../labels/charts.ts";

export interface ScoreScaleProps {
  readonly risk: RiskAssessment;
  /** Undefined until the settings are read. */
  readonly highBand: Settings["highBand"] | undefined;
}

const modelWords = {
  scored: undefined,
  unavailable: labels.notAvailable,
  late: labels.tooLate,
  off: "off",
} as const;

export function ScoreScale({ risk, highBand }: ScoreScaleProps) {
  const { asks, denies } = scoreLimits(highBand);
  const limits = asks === undefined ? [denies] : [asks, denies];
  const absent = modelWords[risk.modelStatus];
  return (
    <dl className="grid self-start grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-xs">
      <Row
        label={labels.heuristics}
        value={risk.heuristicScore}
        limits={limits}
        decisive={risk.heuristicScore >= risk.modelScore}
      />
      <Row
        label={labels.model}
        value={absent === undefined ? risk.modelScore : undefined}
        note={absent}
        limits={limits}
        decisive={risk.modelScore > risk.heuristicScore}
      />
      <dt className="sr-only">{labels.scale}</dt>
      <dd className="relative col-start-2 h-4 text-2xs whitespace-nowrap text-faint">
        {asks === undefined ? null : (
          <span className="absolute -mr-px" style={{ right: `${100 - asks * 100}%` }}>
            {labels.asks(formatScore(asks))}
          </span>
        )}
        <span className="absolute" style={{ left: `${denies * 100}%` }}>
          {labels.denies(formatScore(denies))}
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
