// Exactly what would happen, from the bytes that would be used: a command, a change to a file, or the arguments.
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { VisibleText } from "../../components/visible-text.tsx";
import { replacementIn } from "../../text/edit.ts";
import { uninspectedSentence } from "../../../shared/effect-words.ts";
import { ChangeView } from "./change-view.tsx";
import { CommandChips } from "./command-chips.tsx";
import { OtherArguments } from "./other-arguments.tsx";
import type { Target } from "./use-target.ts";

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
                <strong className="font-semibold">Cannot be inspected:</strong> {uninspectedSentence(fact)}
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
        <Block>
          <VisibleText text={facts.command} findings={findings} />
        </Block>
        <CommandChips facts={facts} findings={findings} />
      </>
    );
  }
  if (facts.content !== undefined || replacementIn(intent.arguments) !== undefined)
    return <ChangeView approval={approval} target={target} />;
  return (
    <Block>
      <VisibleText text={JSON.stringify(intent.arguments, undefined, 2)} findings={findings} />
    </Block>
  );
}

function Block({ children }: { children: ReactNode }) {
  return (
    <pre className="selectable rounded-md border border-line bg-surface px-3.5 py-2.5 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap">
      {children}
    </pre>
  );
}
