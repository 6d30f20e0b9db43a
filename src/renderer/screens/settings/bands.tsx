// What scores lead to now: the thresholds are fixed, one band is a setting.
import type { Settings } from "../../../shared/contract/settings.ts";
import type { Outcome, RiskLevel } from "../../../shared/domain/verdict.ts";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { levelWords } from "../../labels/vocabulary.ts";
import { bands as labels } from "../../labels/settings.ts";

interface Band {
  readonly range: string;
  readonly level: RiskLevel;
  readonly outcome: Outcome;
  readonly note?: string;
}

const highOutcomes: Readonly<Record<Settings["highBand"], Outcome>> = {
  escalate: "ESCALATE",
  deny: "DENIED",
  allow: "APPROVED",
};

export function Bands({ highBand }: { highBand: Settings["highBand"] }) {
  const bands: readonly Band[] = [
    { range: "0.00 to 0.39", level: "LOW", outcome: "APPROVED" },
    { range: "0.40 to 0.69", level: "MEDIUM", outcome: "APPROVED", note: labels.withWarning },
    { range: "0.70 to 0.79", level: "HIGH", outcome: highOutcomes[highBand], note: labels.yourChoice },
    { range: "0.80 to 0.89", level: "HIGH", outcome: "DENIED", note: labels.always },
    { range: "0.90 to 1.00", level: "CRITICAL", outcome: "DENIED", note: labels.alwaysDenied },
  ];
  return (
    <table className="my-2 w-full text-xs">
      <caption className="sr-only">{labels.caption}</caption>
      <thead>
        <tr className="label border-b border-line text-left">
          <th className="py-1 font-medium">{labels.score}</th>
          <th className="py-1 font-medium">{labels.level}</th>
          <th className="py-1 font-medium">{labels.withoutRule}</th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ range, level, outcome, note }) => (
          <tr key={range} className="border-b border-line last:border-0">
            <td className="w-32 py-1.5 tabular-nums">{range}</td>
            <td className="w-32">
              <span className="inline-flex items-center gap-1.5">
                <RiskMark level={level} size={11} silent />
                {levelWords[level]}
              </span>
            </td>
            <td>
              <span className="inline-flex items-center gap-2">
                <OutcomeMark outcome={outcome} />
                <span className="text-faint">{note}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
