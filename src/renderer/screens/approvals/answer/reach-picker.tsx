// Scope and duration of a decision.
import type { Facts } from "../../../../shared/domain/facts.ts";
import { Segmented } from "../../../components/segmented.tsx";
import { type Choice, offeredDurations, scopeProblem } from "../../../lib/scope.ts";
import { durationOrder, durationWords, scopeOrder, scopeWords } from "../../../labels/vocabulary.ts";
import { reachPicker as labels } from "../../../labels/answer.ts";

export interface ReachPickerProps {
  readonly decision: "approve" | "deny";
  readonly choice: Choice;
  readonly facts: Facts;
  readonly onChange: (changed: Partial<Choice>) => void;
}

export function ReachPicker({ decision, choice, facts, onChange }: ReachPickerProps) {
  const verb = decision === "approve" ? labels.allow : labels.deny;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented
        label={labels.forHowLong(verb)}
        value={choice.duration}
        onChange={(duration) => onChange({ duration })}
        segments={offeredDurations(facts, decision).map((value) => ({
          value,
          label: durationWords[value],
          shortcut: String(durationOrder.indexOf(value) + 1),
        }))}
      />
      <Segmented
        label={labels.what(verb)}
        value={choice.scope}
        // Once means only this request, so the scope does not matter.
        dimmed={choice.duration === "once"}
        onChange={(scope) => onChange({ scope })}
        segments={scopeOrder
          .filter((value) => scopeProblem(value, facts, decision) === undefined)
          .map((value) => ({ value, label: scopeWords[value] }))}
      />
    </div>
  );
}
