// A denied action in full: every argument character by character, what the score found, and what could not be inspected.
import { uninspectedSentence } from "../../../shared/reach/effect-words.ts";
import type { OverridePreview } from "../../../shared/contract/override.ts";
import { riskLevelOf } from "../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { score } from "../../labels/format.ts";
import { argumentTexts } from "./override.ts";
import { RiskMark } from "../marks.tsx";
import { VisibleText } from "../visible-text.tsx";
import { deniedAction as labels } from "../../labels/components.ts";

export function DeniedAction({ intent, facts, verdict }: Pick<OverridePreview, "intent" | "facts" | "verdict">) {
  const { findings } = verdict.risk;
  return (
    <>
      <dl className="mt-3 space-y-2">
        {argumentTexts(intent).map(({ name, text }) => (
          <div key={name}>
            <dt className="label">{visibleLine(name)}</dt>
            <dd>
              <pre className="selectable mt-0.5 rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
                <VisibleText text={text} findings={findings} />
              </pre>
            </dd>
          </div>
        ))}
      </dl>
      <ul aria-label={labels.findings} className="mt-3 space-y-1 text-xs">
        {findings.map((finding) => (
          <li key={`${finding.id} ${finding.reason}`} className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-x-2">
            <span className="pt-1">
              <RiskMark level={riskLevelOf(finding.score)} size={10} />
            </span>
            <span className="break-words">
              <span className="font-medium">{finding.threat}.</span>{" "}
              <span className="text-quiet">{visibleLine(finding.reason)}</span>
            </span>
            <span className="text-quiet tabular-nums">{score(finding.score)}</span>
          </li>
        ))}
        {findings.length > 0 ? null : <li>{labels.onlyTheModel}</li>}
        {facts.uninspected.map((fact) => (
          <li key={`${fact.part} ${fact.why}`} className="text-risk-high">
            <strong className="font-semibold">{labels.cannotBeInspected}</strong> {uninspectedSentence(fact)}
          </li>
        ))}
      </ul>
    </>
  );
}
