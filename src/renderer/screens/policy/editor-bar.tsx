// Above the editor: which file, what is in force, whether the draft differs, and the way to save or drop it.
import { Save, Search, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { discard, openSearch } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { editorBar as labels } from "../../labels/policy.ts";

export function EditorBar({ draft, onSave, saving }: { draft: PolicyDraft; onSave: () => void; saving: boolean }) {
  const [asking, setAsking] = useState(false);
  const { policy, changed, savable } = draft;
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
      <p className="min-w-0 flex-1 truncate text-xs" title={policy?.path}>
        <span className="font-medium">{labels.fileName}</span>
        <span className="text-faint"> {labels.inForce(policy?.version)}</span>
      </p>
      <output className="text-xs whitespace-nowrap">{stateOf(draft)}</output>
      <Button look="quiet" size="icon" aria-label={labels.find} title={labels.find} onClick={openSearch}>
        <Search size={13} aria-hidden />
      </Button>
      {changed ? (
        <Button look="quiet" onClick={() => setAsking(true)}>
          <Undo2 size={13} aria-hidden />
          {labels.discard}
        </Button>
      ) : null}
      <Button look="primary" disabled={!savable || saving} onClick={onSave} title={labels.saveKeys}>
        <Save size={13} aria-hidden />
        {labels.save}
      </Button>
      <Confirm
        open={asking}
        title={labels.discardQuestion}
        action={labels.discard}
        cancel={labels.keepEditing}
        onClose={() => setAsking(false)}
        onConfirm={discard}
      >
        <p>{labels.discardExplained}</p>
      </Confirm>
    </div>
  );
}

function stateOf({ changed, checking, problems, policy }: PolicyDraft) {
  if (problems.length > 0 && !checking) {
    const count = labels.problems(problems.length);
    return <span className="font-medium text-danger">{changed ? labels.cannotBeSaved(count) : count}</span>;
  }
  if (checking) return <span className="text-faint">{labels.checking}</span>;
  if (!changed)
    return <span className="text-faint">{policy?.file === undefined ? labels.saved : labels.notInForce}</span>;
  return <span className="text-warning">{labels.unsavedChanges}</span>;
}
