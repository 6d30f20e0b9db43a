// What an agent asks a human by itself: its own words, marked as such, and what an answer does and does not do.
import type { AgentQuestion } from "../../../../shared/domain/intent.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { VisibleText } from "../../../components/visible-text.tsx";
import { card as labels } from "../../../labels/card.ts";
import { Section } from "./section.tsx";

export function Question({ question: { text, options } }: { readonly question: AgentQuestion }) {
  return (
    <Section title={labels.agentAsks}>
      <blockquote className="selectable border-l-2 border-dashed border-edge pl-3 break-words whitespace-pre-wrap">
        <VisibleText text={text} prose />
      </blockquote>
      {options.length === 0 ? null : (
        <div className="mt-2 text-xs text-quiet">
          {labels.proposedAnswers}
          <ul className="selectable list-disc pl-5">
            {options.map((option) => (
              <li key={option} className="break-words">
                {visibleLine(option)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="mt-2 text-xs text-quiet">{labels.answerAllowsNothing}</p>
    </Section>
  );
}
