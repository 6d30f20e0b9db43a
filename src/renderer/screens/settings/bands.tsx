// What scores lead to, as it holds now: the thresholds are fixed, one band is the person's to decide.
import type { Settings } from "../../../shared/settings.ts";
import type { Outcome, RiskLevel } from "../../../shared/verdict.ts";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { levelWords } from "../../text/words.ts";

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
    { range: "0.40 to 0.69", level: "MEDIUM", outcome: "APPROVED", note: "with a warning from 0.50" },
    { range: "0.70 to 0.79", level: "HIGH", outcome: highOutcomes[highBand], note: "your choice below" },
    { range: "0.80 to 0.89", level: "HIGH", outcome: "DENIED", note: "always, whatever a rule allows" },
    { range: "0.90 to 1.00", level: "CRITICAL", outcome: "DENIED", note: "always" },
  ];
  return (
    <table className="my-2 w-full text-xs">
      <caption className="sr-only">What a risk score leads to when no rule speaks</caption>
      <thead>
        <tr className="label border-b border-line text-left">
          <th className="py-1 font-medium">Score</th>
          <th className="py-1 font-medium">Level</th>
          <th className="py-1 font-medium">When no rule speaks</th>
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
