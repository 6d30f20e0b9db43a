// Why a human is asked: the rule or the risk, what was found, and the two scores apart.
import { riskLevelOf, reasons, type Verdict } from "../../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { useAnswer } from "../../../state/answers.ts";
import { ScoreScale } from "../../../charts/score-scale.tsx";
import { RiskMark } from "../../../components/marks.tsx";
import { score } from "../../../labels/format.ts";
import { reasoningBeside } from "../../../../shared/reach/reasoning.ts";
import { why as labels } from "../../../labels/card.ts";

export function Why({ verdict }: { verdict: Verdict }) {
  const settings = useAnswer("getSettings", {}, { staleMs: 0 }).data;
  return (
    <div className="grid gap-x-8 gap-y-4 min-[800px]:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0">
        <p>
          <span className="font-medium">{reasons[verdict.reason]}.</span>{" "}
          <span className="text-quiet">
            {visibleLine(reasoningBeside(verdict.reasoning, `${reasons[verdict.reason]}.`))}
          </span>
        </p>
        {verdict.rule === undefined ? null : (
          <p className="mt-0.5 text-xs text-faint">
            {labels.rule} <span className="font-mono text-quiet">{verdict.rule}</span>{" "}
            {labels.inPolicyVersion(verdict.policyVersion)}
          </p>
        )}
        {verdict.risk.findings.length === 0 ? null : (
          <ul aria-label={labels.findings} className="mt-2 space-y-1.5">
            {verdict.risk.findings.map((finding) => (
              <li key={finding.id} className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-x-2.5">
                <span className="pt-1">
                  <RiskMark level={riskLevelOf(finding.score)} />
                </span>
                <span className="min-w-0">
                  <span className="font-medium">{finding.threat}.</span>{" "}
                  <span className="break-words text-quiet">{visibleLine(withStop(finding.reason))}</span>
                  {finding.technique === undefined ? null : (
                    <span className="ml-1.5 font-mono text-2xs text-faint">{finding.technique}</span>
                  )}
                </span>
                <span className="text-xs text-quiet">{score(finding.score)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ScoreScale risk={verdict.risk} highBand={settings?.highBand} />
    </div>
  );
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
