// The steps of a session as a table: what the pictures show, for people who rather read.
import type { SessionStep } from "../../../../shared/contract/sessions/sessions.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { RiskMark } from "../../../components/marks.tsx";
import { clockTime, score as scoreWords, wholeNumber } from "../../../labels/format.ts";
import { lifeWords } from "../../../labels/outcomes.ts";
import { stepTable as labels, timeline } from "../../../labels/sessions/sessions.ts";

export interface StepTableProps {
  readonly steps: readonly SessionStep[];
  readonly onOpen: (step: SessionStep) => void;
}

export function StepTable({ steps, onOpen }: StepTableProps) {
  return (
    <div className="max-h-[28rem] overflow-auto rounded-md border border-line">
      <table aria-label={labels.name} className="w-full min-w-[44rem] text-xs">
        <thead className="sticky top-0 bg-surface text-left text-faint">
          <tr>
            {[labels.step, labels.time, labels.who, labels.what, labels.tool, labels.risk, labels.outcome].map(
              (name) => (
                <th key={name} scope="col" className="px-3 py-1.5 font-medium">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={step.sequence} className="border-t border-line hover:bg-hover">
              <td className="px-3 py-1 tabular-nums">{wholeNumber(index + 1)}</td>
              <td className="px-3 py-1 whitespace-nowrap tabular-nums">{clockTime(step.at)}</td>
              <td className="px-3 py-1 whitespace-nowrap">{whoOf(step)}</td>
              <td className="max-w-[26rem] px-3 py-1">
                <button
                  type="button"
                  onClick={() => onOpen(step)}
                  className="block w-full truncate text-left text-accent hover:underline"
                >
                  {visibleLine(step.headline)}
                </button>
              </td>
              <td className="px-3 py-1 font-mono">{visibleLine(step.tool)}</td>
              <td className="px-3 py-1 whitespace-nowrap">
                <span className="inline-flex items-center gap-1.5">
                  {step.level === undefined ? null : <RiskMark level={step.level} size={10} />}
                  {step.score === undefined ? "" : scoreWords(step.score)}
                </span>
              </td>
              <td className="px-3 py-1 whitespace-nowrap">{step.life === undefined ? "" : lifeWords(step.life)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function whoOf({ subagent }: SessionStep): string {
  return subagent === undefined ? timeline.mainAgent : visibleLine(subagent.type ?? timeline.subagent);
}
