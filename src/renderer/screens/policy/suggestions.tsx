// Suggestions from the owner's own decisions: what each would change, with one click to accept it and one to take it back.
import type { AcceptedSuggestion, Suggestion, TuningExample } from "../../../shared/contract/tuning.ts";
import { Button } from "../../components/button.tsx";
import { effectLine, outcomeChange, tuningTexts as labels } from "../../labels/packs.ts";
import { useAnswer, useCommand } from "../../state/answers.ts";
import { tell } from "../../state/ui-store.ts";

const changed = ["listSuggestions", "listPacks", "listGrants", "getPolicy", "listPolicyVersions"] as const;

export function Suggestions() {
  const answer = useAnswer("listSuggestions", {}, { staleMs: 0 });
  const accept = useCommand("acceptSuggestion", changed);
  const undo = useCommand("undoSuggestion", changed);
  const { suggestions = [], accepted = [] } = answer.data ?? {};
  if (answer.error !== null) return <p className="px-4 py-2 text-xs text-quiet">{answer.error.message}</p>;
  if (suggestions.length === 0 && accepted.length === 0) return null;
  return (
    <section aria-label={labels.suggestions} className="border-b border-line px-4 py-2.5">
      <h2 className="label mb-1">{labels.suggestions}</h2>
      <ul className="space-y-3">
        {suggestions.map((each) => (
          <Suggested
            key={each.id}
            suggestion={each}
            busy={accept.isPending}
            onAccept={() => accept.mutate({ id: each.id }, { onSuccess: ({ title }) => tell(labels.accepted(title)) })}
          />
        ))}
      </ul>
      <ul aria-label={labels.inForce} className="mt-2 space-y-1">
        {accepted.map((each) => (
          <Accepted key={each.id} accepted={each} busy={undo.isPending} onUndo={() => undo.mutate({ id: each.id })} />
        ))}
      </ul>
    </section>
  );
}

interface SuggestedProps {
  readonly suggestion: Suggestion;
  readonly busy: boolean;
  readonly onAccept: () => void;
}

function Suggested({ suggestion: { title, why, effect, ruleText }, busy, onAccept }: SuggestedProps) {
  return (
    <li aria-label={title} className="text-xs">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 font-medium break-words">{title}</p>
        <Button aria-label={labels.acceptNamed(title)} disabled={busy} onClick={onAccept}>
          {labels.accept}
        </Button>
      </div>
      <p className="text-quiet">{why}</p>
      <p className="text-quiet">{effectLine(effect)}</p>
      <ul className="mt-0.5">
        {effect.examples.map((example) => (
          <Example key={`${example.agentDid} ${example.intentId}`} example={example} />
        ))}
      </ul>
      {ruleText === undefined ? null : (
        <pre className="mt-1 overflow-x-auto font-mono text-2xs text-quiet">{ruleText}</pre>
      )}
    </li>
  );
}

function Example({ example }: { example: TuningExample }) {
  return (
    <li className="truncate" title={example.summary}>
      <span className="text-faint">{outcomeChange(example)}</span> <span className="font-mono">{example.summary}</span>
    </li>
  );
}

interface AcceptedProps {
  readonly accepted: AcceptedSuggestion;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

function Accepted({ accepted: { title }, busy, onUndo }: AcceptedProps) {
  return (
    <li className="flex items-center gap-3 text-xs">
      <span className="min-w-0 flex-1 truncate text-quiet">{title}</span>
      <Button aria-label={labels.undoNamed(title)} disabled={busy} onClick={onUndo}>
        {labels.undo}
      </Button>
    </li>
  );
}
