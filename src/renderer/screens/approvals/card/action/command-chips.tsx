// The parsed parts of a command line: which programs run, how they are reached and what feeds what.
import { useMemo } from "react";
import type { CommandFact, Facts } from "../../../../../shared/domain/facts.ts";
import { type Finding, type RiskLevel, riskLevelOf } from "../../../../../shared/domain/verdict.ts";
import { visibleLine } from "../../../../../shared/lib/visible.ts";
import { RiskMark } from "../../../../components/marks.tsx";
import { wholeNumber } from "../../../../labels/format.ts";
import { type Mark, marksOf } from "../../../../lib/spans.ts";
import { useSome } from "../../lists/use-some.ts";
import { commandChips as labels } from "../../../../labels/card.ts";

export function CommandChips({ facts, findings }: { facts: Facts; findings: readonly Finding[] }) {
  const { shown, hidden, showMore } = useSome(facts.commands, 50);
  const marks = useMemo(() => marksOf(facts.command ?? "", findings), [facts.command, findings]);
  if (facts.commands.length === 0) return null;
  return (
    <ol aria-label={labels.parsedCommands} className="mt-2 flex flex-wrap items-center gap-1.5">
      {shown.map((command, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two equal commands differ in nothing else
        <li key={index} className="flex items-center gap-1.5">
          {index === 0 ? null : (
            <span className="text-2xs text-faint">{linkWord(facts.commands[index - 1], command)}</span>
          )}
          <Chip command={command} level={levelOf(command, marks, findings)} />
        </li>
      ))}
      {hidden === 0 ? null : (
        <li>
          <button type="button" onClick={showMore} className="text-xs text-accent hover:underline">
            {labels.moreCommands(wholeNumber(hidden))}
          </button>
        </li>
      )}
    </ol>
  );
}

function Chip({ command, level }: { command: CommandFact; level: RiskLevel | undefined }) {
  const words = [...command.wrappers, command.program === "" ? labels.unknownProgram : command.program];
  return (
    <span
      title={command.text.slice(0, 1000)}
      className="flex h-6 items-center gap-1.5 rounded-sm border border-line px-1.5 font-mono text-xs text-quiet"
    >
      {level === undefined ? null : <RiskMark level={level} size={10} />}
      {visibleLine(words.join(" › "))}
      {command.dynamic ? <span className="font-sans text-2xs text-risk-high">{labels.dynamic}</span> : null}
    </span>
  );
}

function linkWord(before: CommandFact | undefined, command: CommandFact): string {
  return before?.pipeline === command.pipeline && command.position > 0 ? "feeds" : "then";
}

/** The finding with the highest score whose evidence is in this part of the line. */
function levelOf({ span }: CommandFact, marks: readonly Mark[], findings: readonly Finding[]): RiskLevel | undefined {
  if (span === undefined) return undefined;
  const scores = marks
    .filter((mark) => mark.start < span.end && mark.end > span.start)
    .map((mark) => findings[mark.finding]?.score ?? 0);
  return scores.length === 0 ? undefined : riskLevelOf(Math.max(...scores));
}
