// The guided minute: where to look on the first card, and what to do after the first decision.
import { Compass, History, Plug } from "lucide-react";
import { tourAgent } from "../../../shared/tour.ts";
import { Button } from "../../components/button.tsx";
import { openActivity, show } from "../../ui-store.ts";

const steps: readonly (readonly [title: string, text: string])[] = [
  ["The coloured line", "says in plain words what would happen."],
  ["What will run", "is exactly that, with the risky part underlined."],
  ["Why you are asked", "names the rule and the score behind it."],
  ["Below", "you deny or allow, once or for longer. Nothing runs for this one."],
];

export function TourGuide() {
  return (
    <aside aria-label="Guide" className="mx-6 mt-3 rounded-md bg-selected px-4 py-2.5 text-xs">
      <p className="flex items-center gap-2 font-semibold">
        <Compass size={13} aria-hidden className="text-accent" />
        Your first request, to try things out
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
      <p className="text-base font-semibold">That was your first decision</p>
      <p className="max-w-md text-quiet">
        It is in the ledger, with what was asked, why, and how long you took. From here on agents ask in the same way.
      </p>
      <div className="mt-4 flex gap-2">
        <Button onClick={() => openActivity({ agents: [tourAgent] })}>
          <History size={13} aria-hidden />
          See it in the ledger
        </Button>
        <Button look="primary" onClick={() => show("integrations")}>
          <Plug size={13} aria-hidden />
          Connect an agent
        </Button>
      </div>
    </div>
  );
}
