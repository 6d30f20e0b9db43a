// The arguments that the action's own view does not show, so that none is hidden.
import type { HeldApproval } from "../../../../../shared/domain/approval.ts";
import {
  besideShownCommand,
  otherArguments,
  type OtherArgument,
} from "../../../../../shared/domain/other-arguments.ts";
import { VisibleText } from "../../../../components/visible-text.tsx";
import { replacementIn } from "../../../../lib/edit.ts";
import { otherArguments as labels } from "../../../../labels/card.ts";

export function OtherArguments({ approval }: { approval: HeldApproval }) {
  const others = argumentsBeside(approval);
  if (others.length === 0) return null;
  return (
    <section aria-label={labels.otherArguments} className="mt-2">
      <h4 className="label mb-1">{labels.otherArguments}</h4>
      <dl className="selectable rounded-md border border-line bg-surface px-3.5 py-2 font-mono text-xs leading-5">
        {others.map(({ name, text }) => (
          <div key={name} className="flex gap-3 py-0.5">
            <dt className="shrink-0 text-faint">
              <VisibleText text={name} />
            </dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap">
              <VisibleText text={text} findings={approval.verdict.risk.findings} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function argumentsBeside({ facts, intent }: HeldApproval): readonly OtherArgument[] {
  if (facts.command !== undefined) return besideShownCommand(facts, intent.arguments);
  const replacement = replacementIn(intent.arguments);
  const path = facts.paths.find((each) => each.access === "write")?.given;
  if (replacement !== undefined) return otherArguments(intent.arguments, [path, replacement.before, replacement.after]);
  // Without a command or a change the card shows all of them.
  return facts.content === undefined ? [] : otherArguments(intent.arguments, [path, facts.content]);
}
