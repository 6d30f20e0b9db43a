// Editing before approving: the proposal stays above, the edited version is here and scored while typing.
import { useEffect, useRef } from "react";
import type { Verdict } from "../../../../shared/domain/verdict.ts";
import { RiskMark } from "../../../components/marks.tsx";
import { score } from "../../../labels/format.ts";
import { levelWords, outcomeWords } from "../../../labels/vocabulary.ts";
import type { Edit } from "./use-edit.ts";
import { editPanel as labels } from "../../../labels/answer.ts";

export function EditPanel({ edit, proposed }: { edit: Edit; proposed: Verdict }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="mb-3">
      <label className="block">
        <span className="label">
          {edit.member === undefined ? labels.argumentsAsJson : labels.argument(edit.member)}
          {labels.asItWillRun}
        </span>
        <textarea
          ref={field}
          rows={Math.min(8, Math.max(2, edit.text.split("\n").length))}
          value={edit.text}
          spellCheck={false}
          onChange={(event) => edit.setText(event.target.value)}
          className="selectable mt-1 block w-full resize-y rounded-md border border-edge bg-raised px-2.5 py-1.5 font-mono text-xs leading-5"
        />
      </label>
      <dl className="mt-1.5 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-0.5 text-xs" aria-live="polite">
        <dt className="text-faint">{labels.proposed}</dt>
        <dd>
          <Judged verdict={proposed} words={outcomeWords[proposed.outcome]} />
        </dd>
        <dt className="text-faint">{labels.edited}</dt>
        <dd>
          <Score edit={edit} />
        </dd>
      </dl>
    </div>
  );
}

function Score({ edit }: { edit: Edit }) {
  if (edit.problem !== undefined) return <span className="text-danger">{edit.problem}</span>;
  if (!edit.changed) return <span className="text-faint">{labels.unchanged}</span>;
  if (edit.verdict === undefined) return <span className="text-faint">{labels.scoring}</span>;
  const { outcome, reasoning } = edit.verdict;
  const words =
    outcome === "DENIED"
      ? labels.cannotBeAllowed(reasoning)
      : labels.asEdited(outcomeWords[outcome].toLowerCase(), reasoning);
  return <Judged verdict={edit.verdict} words={words} />;
}

/** All of it: what is cut off may be what matters. */
function Judged({ verdict: { risk }, words }: { verdict: Verdict; words: string }) {
  return (
    <span className="flex items-start gap-1.5">
      <span className="mt-0.5">
        <RiskMark level={risk.level} size={11} silent />
      </span>
      <span className="font-medium whitespace-nowrap">{labels.risk(levelWords[risk.level], score(risk.score))}</span>
      <span className="min-w-0 break-words text-quiet">{words}</span>
    </span>
  );
}
