// The six phases of a decision, one below the other, each with what it found and how long it took.
import { User } from "lucide-react";
import { riskLevelOf } from "../../../../shared/domain/verdict.ts";
import { RiskMark } from "../../../components/marks.tsx";
import { score } from "../../../labels/format.ts";
import type { Phase } from "./phase.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { phaseList as labels } from "../../../labels/activity.ts";

const dots: Readonly<Record<Phase["tone"], string>> = {
  plain: "border-edge text-quiet",
  decided: "border-accent bg-accent text-on-accent",
  refused: "border-danger-fill bg-danger-fill text-white",
  waiting: "border-held text-held",
  skipped: "border-line text-faint",
};

export function PhaseList({ phases }: { phases: readonly Phase[] }) {
  return (
    <ol aria-label={labels.phases} className="mt-5">
      {phases.map((phase, index) => (
        <li key={phase.title} className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 pb-4">
          {index === phases.length - 1 ? null : (
            <span aria-hidden className="absolute top-5 bottom-0 left-2.5 w-px bg-line" />
          )}
          <span
            aria-hidden
            className={`relative flex size-5 items-center justify-center rounded-full border text-2xs font-semibold ${dots[phase.tone]}`}
          >
            {phase.phase ?? <User size={11} />}
          </span>
          <div className="min-w-0">
            <div className="flex items-baseline gap-2">
              <h3 className={`font-medium ${phase.tone === "skipped" ? "text-faint" : ""}`}>{phase.title}</h3>
              <p className={`min-w-0 flex-1 text-xs ${phase.tone === "skipped" ? "text-faint" : "text-quiet"}`}>
                {visibleLine(phase.sentence)}
              </p>
              {phase.took === undefined ? null : (
                <span className="shrink-0 text-xs text-faint tabular-nums">{phase.took}</span>
              )}
            </div>
            <Found phase={phase} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Found({ phase: { facts, findings = [] } }: { phase: Phase }) {
  return (
    <>
      {findings.length === 0 ? null : (
        <ul aria-label={labels.findings} className="mt-1.5 space-y-1 text-xs">
          {findings.map((finding) => (
            <li key={`${finding.id} ${finding.threat}`} className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-x-2">
              <span className="pt-1">
                <RiskMark level={riskLevelOf(finding.score)} size={10} />
              </span>
              <span className="break-words">
                <span className="font-medium">{finding.threat}.</span>{" "}
                <span className="text-quiet">{visibleLine(finding.reason)}</span>
                {finding.technique === undefined ? null : (
                  <span className="ml-1.5 font-mono text-2xs text-faint">{finding.technique}</span>
                )}
              </span>
              <span className="text-quiet tabular-nums">{score(finding.score)}</span>
            </li>
          ))}
        </ul>
      )}
      {facts.length === 0 ? null : (
        <dl className="mt-1.5 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-0.5 text-xs">
          {facts.map(({ term, value, verbatim }) => (
            <div key={`${term} ${value}`} className="contents">
              <dt className="text-faint">{term}</dt>
              <dd className={`selectable min-w-0 break-words ${verbatim === true ? "font-mono text-2xs/[18px]" : ""}`}>
                {visibleLine(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
