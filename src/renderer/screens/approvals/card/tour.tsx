// The guide for the first request: where to look on the card, and what to do after the decision.
import { Compass, History, Plug } from "lucide-react";
import { tourAgent } from "../../../../shared/domain/tour.ts";
import { Button } from "../../../components/button.tsx";
import { openActivity, show } from "../../../state/ui-store.ts";
import { tour as labels } from "../../../labels/card.ts";

const steps: readonly (readonly [title: string, text: string])[] = [
  [labels.effectTerm, labels.effectMeaning],
  [labels.actionTerm, labels.actionMeaning],
  [labels.whyTerm, labels.whyMeaning],
  [labels.answerTerm, labels.answerMeaning],
];

export function TourGuide() {
  return (
    <aside aria-label={labels.label} className="mx-6 mt-3 rounded-md bg-selected px-4 py-2.5 text-xs">
      <p className="flex items-center gap-2 font-semibold">
        <Compass size={13} aria-hidden className="text-accent" />
        {labels.title}
      </p>
      <ol className="mt-1 grid grid-cols-2 gap-x-6 gap-y-0.5">
        {steps.map(([title, text], index) => (
          <li key={title} className="text-quiet">
            <span className="text-faint">{index + 1}.</span> <span className="font-medium text-ink">{title}</span>{" "}
            {text}
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** In place of the empty queue, once the test intent is decided. */
export function TourDone() {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 px-8 text-center">
      <p className="text-base font-semibold">{labels.doneTitle}</p>
      <p className="max-w-md text-quiet">{labels.doneExplained}</p>
      <div className="mt-4 flex gap-2">
        <Button onClick={() => openActivity({ agents: [tourAgent] })}>
          <History size={13} aria-hidden />
          {labels.openLedger}
        </Button>
        <Button look="primary" onClick={() => show("integrations")}>
          <Plug size={13} aria-hidden />
          {labels.connectAgent}
        </Button>
      </div>
    </div>
  );
}
