// An offer, where nearly everything like this has passed before: a prompt that is always allowed only hides the others.
import { Repeat } from "lucide-react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { Button } from "../../../components/button.tsx";
import { wholeNumber } from "../../../labels/format.ts";
import { isRoutine } from "../../../lib/is-routine.ts";
import type { Choice } from "../../../lib/scope.ts";
import { useRoutine } from "../answer/use-preview.ts";
import { routine as labels } from "../../../labels/card.ts";

interface RoutineProps {
  readonly approval: HeldApproval;
  /** The card has been looked at: who only passes by does not need the past searched. */
  readonly seen: boolean;
  readonly onChoose: (choice: Choice) => void;
}

export function Routine({ approval, seen, onChoose }: RoutineProps) {
  const { choice, preview } = useRoutine(approval, seen && approval.verdict.risk.level !== "CRITICAL");
  const past = preview.value?.past;
  if (past === undefined || !isRoutine(past)) return null;
  return (
    <p className="mb-2.5 flex items-center gap-2 text-xs">
      <Repeat size={13} aria-hidden className="shrink-0 text-accent" />
      <span>{labels.passedBefore(wholeNumber(past.matched - past.denied), wholeNumber(past.matched))}</span>
      <Button onClick={() => onChoose(choice)}>{labels.offerRule}</Button>
    </p>
  );
}
