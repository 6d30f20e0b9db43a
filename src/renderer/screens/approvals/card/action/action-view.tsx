// Exactly what would happen, from the bytes that would be used: a command, a change to a file, or the arguments.
import { EyeOff } from "lucide-react";
import type { HeldApproval } from "../../../../../shared/domain/approval.ts";
import type { JsonObject } from "../../../../../shared/lib/json.ts";
import { replacementIn } from "../../../../lib/edit.ts";
import { uninspectedSentence } from "../../../../../shared/reach/effect-words.ts";
import { ChangeView } from "./change-view.tsx";
import { CommandChips } from "./command-chips.tsx";
import { ExactText } from "./exact-text.tsx";
import { OtherArguments } from "./other-arguments.tsx";
import type { Target } from "./use-target.ts";
import { actionView as labels } from "../../../../labels/card.ts";

export function ActionView({ approval, target }: { approval: HeldApproval; target?: Target }) {
  const { facts } = approval;
  return (
    <>
      <Exact approval={approval} target={target} />
      <OtherArguments approval={approval} />
      {facts.uninspected.length === 0 ? null : (
        <ul className="mt-2 space-y-0.5 text-xs text-risk-high">
          {facts.uninspected.map((fact) => (
            <li key={`${fact.part} ${fact.why}`} className="flex gap-2">
              <EyeOff size={13} aria-hidden className="mt-0.5 shrink-0" />
              <span>
                <strong className="font-semibold">{labels.cannotBeInspected}</strong> {uninspectedSentence(fact)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Exact({ approval, target }: { approval: HeldApproval; target: Target | undefined }) {
  const { facts, intent, verdict } = approval;
  const { findings } = verdict.risk;
  if (facts.command !== undefined) {
    return (
      <>
        <ExactText text={facts.command} findings={findings} label={labels.command} />
        <CommandChips facts={facts} findings={findings} />
      </>
    );
  }
  if (facts.content !== undefined || replacementIn(intent.arguments) !== undefined)
    return <ChangeView approval={approval} target={target} />;
  return <ExactText text={jsonText(intent.arguments)} findings={findings} label={labels.arguments} />;
}

const longJson = 100_000;

/** Indented for people, unless that would make a long text far longer. */
function jsonText(given: JsonObject): string {
  const text = JSON.stringify(given);
  return text.length > longJson ? text : JSON.stringify(given, undefined, 2);
}
