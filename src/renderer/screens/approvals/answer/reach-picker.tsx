// Scope and duration of a decision.
import type { Facts } from "../../../shared/facts.ts";
import { Segmented } from "../../components/segmented.tsx";
import { type Choice, scopeProblem } from "../../text/scope.ts";
import { durationOrder, durationWords, scopeOrder, scopeWords } from "../../text/words.ts";

export interface ReachPickerProps {
  readonly decision: "approve" | "deny";
  readonly choice: Choice;
  readonly facts: Facts;
  readonly onChange: (changed: Partial<Choice>) => void;
}

export function ReachPicker({ decision, choice, facts, onChange }: ReachPickerProps) {
  const verb = decision === "approve" ? "Allow" : "Deny";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented
        label={`${verb} for how long`}
        value={choice.duration}
        onChange={(duration) => onChange({ duration })}
        segments={durationOrder.map((value, index) => ({
          value,
          label: durationWords[value],
          shortcut: String(index + 1),
        }))}
      />
      <Segmented
        label={`${verb} what`}
        value={choice.scope}
        // Once is this request and no other, whatever the scope.
        dimmed={choice.duration === "once"}
        onChange={(scope) => onChange({ scope })}
        segments={scopeOrder
          .filter((value) => scopeProblem(value, facts, decision) === undefined)
          .map((value) => ({ value, label: scopeWords[value] }))}
      />
    </div>
  );
}
