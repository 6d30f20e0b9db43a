// What the action would do, in plain words, in the colour and shape of its risk.
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import type { RiskLevel } from "../../../../shared/domain/verdict.ts";
import { levelInk, RiskMark } from "../../../components/marks.tsx";
import { approvalHeadline, colourLevel, headlineTitle } from "../../../../shared/headline/index.ts";
import { score, wholeNumber } from "../../../labels/format.ts";
import { levelWords } from "../../../labels/vocabulary.ts";
import { effectBanner as labels } from "../../../labels/card.ts";

const grounds: Readonly<Record<RiskLevel, string>> = {
  LOW: "bg-risk-low-soft",
  MEDIUM: "bg-risk-medium-soft",
  HIGH: "bg-risk-high-soft",
  CRITICAL: "bg-risk-critical-soft",
};

export function EffectBanner({ approval }: { approval: HeldApproval }) {
  const { level, score: value } = approval.verdict.risk;
  const headline = approvalHeadline(approval);
  const colour = colourLevel(level, headline.tone);
  return (
    <div className={`flex shrink-0 items-center gap-3 px-6 py-3 ${grounds[colour]}`}>
      <RiskMark level={colour} size={18} silent />
      <h2 className="min-w-0 flex-1 text-base">
        <span className={`font-semibold ${levelInk[colour]}`}>{headlineTitle(headline)}</span>
        {headline.notes.map((part) => (
          <span key={part}>
            <span aria-hidden className="px-2 text-faint">
              ·
            </span>
            <span className="sr-only">, </span>
            {part}
          </span>
        ))}
      </h2>
      {approval.count > 1 ? (
        <span className="shrink-0 text-xs font-medium text-quiet">{labels.identical(wholeNumber(approval.count))}</span>
      ) : null}
      <span className={`shrink-0 text-xs font-semibold ${levelInk[colour]}`}>
        {labels.risk(levelWords[level], score(value))}
      </span>
    </div>
  );
}
