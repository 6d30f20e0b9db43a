// Getting started: three steps on the overview, until each has happened once.
import { Check, X } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../components/button.tsx";
import {
  checklistSteps,
  type ChecklistStep,
  isComplete,
  openChecklist,
  useChecklistStore,
} from "../state/checklist.ts";
import { useChange } from "../state/queries.ts";
import { show } from "../state/ui-store.ts";
import { checklist as labels } from "../labels/connect.ts";

export function Checklist() {
  const { done, open, looked } = useChecklistStore();
  const complete = isComplete(done);
  // Whoever sees a step missing also sees it done; whoever has never seen the list is spared it.
  useEffect(() => {
    if (looked && !complete) openChecklist(true);
  }, [looked, complete]);
  if (!looked || (complete && !open)) return null;
  const next = checklistSteps.find((step) => !done[step]);
  return (
    <section aria-label={labels.title} className="border-b border-line bg-surface px-6 py-3">
      <div className="flex items-center gap-3">
        <h2 className="font-semibold">{complete ? labels.complete : labels.title}</h2>
        <p className="min-w-0 flex-1 truncate text-xs text-faint">
          {complete
            ? labels.completeAbout
            : labels.progress(checklistSteps.filter((step) => done[step]).length, checklistSteps.length)}
        </p>
        {complete ? (
          <Button look="quiet" onClick={() => openChecklist(false)}>
            <X size={13} aria-hidden />
            {labels.close}
          </Button>
        ) : null}
      </div>
      <ol className="mt-2 grid gap-x-6 gap-y-2 min-[860px]:grid-cols-3">
        {checklistSteps.map((step, index) => (
          <Step key={step} step={step} number={index + 1} isDone={done[step]} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly step: ChecklistStep;
  readonly number: number;
  readonly isDone: boolean;
  readonly isNext: boolean;
}

function Step({ step, number, isDone, isNext }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)]" aria-current={isNext ? "step" : undefined}>
      <StepMark number={number} isDone={isDone} />
      <div>
        <h3 className={isDone ? "text-quiet" : "font-medium"}>{labels.steps[step]}</h3>
        {isNext ? (
          <>
            <p className="text-xs text-quiet">{labels.hints[step]}</p>
            <StepAction step={step} />
          </>
        ) : null}
      </div>
    </li>
  );
}

/** A tick where it is done, its number where it is not. */
export function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  if (isDone) {
    return (
      <span className="flex size-5 items-center justify-center rounded-full bg-risk-low-soft text-risk-low">
        <Check size={13} strokeWidth={2.75} aria-hidden />
        <span className="sr-only">{labels.done}</span>
      </span>
    );
  }
  return (
    <span
      aria-hidden
      className="flex size-5 items-center justify-center rounded-full border border-edge text-2xs font-semibold text-quiet"
    >
      {number}
    </span>
  );
}

function StepAction({ step }: { step: ChecklistStep }) {
  const send = useChange("sendTestIntent");
  if (step === "asked") return null;
  const act = (): void =>
    step === "connected" ? show("integrations") : send.mutate({}, { onSuccess: () => show("approvals") });
  return (
    <Button className="mt-1.5" onClick={act} disabled={send.isPending}>
      {step === "connected" ? labels.chooseAgent : labels.tryIt}
    </Button>
  );
}
