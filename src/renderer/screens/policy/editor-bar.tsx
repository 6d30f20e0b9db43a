// Above the editor: which file, what is in force, whether the draft differs, and the way to save or drop it.
import { Save, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { discard } from "./draft.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";

export function EditorBar({ draft, onSave, saving }: { draft: PolicyDraft; onSave: () => void; saving: boolean }) {
  const [asking, setAsking] = useState(false);
  const { policy, changed, savable } = draft;
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
      <p className="min-w-0 flex-1 truncate text-xs" title={policy?.path}>
        <span className="font-medium">policy.yaml</span>
        <span className="text-faint"> · in force: {policy?.version}</span>
      </p>
      <output className="text-xs whitespace-nowrap">{stateOf(draft)}</output>
      {changed ? (
        <Button look="quiet" onClick={() => setAsking(true)}>
          <Undo2 size={13} aria-hidden />
          Discard
        </Button>
      ) : null}
      <Button look="primary" disabled={!savable || saving} onClick={onSave} title="Control or Command with S">
        <Save size={13} aria-hidden />
        Save
      </Button>
      <Confirm
        open={asking}
        title="Discard your changes?"
        action="Discard"
        cancel="Keep editing"
        onClose={() => setAsking(false)}
        onConfirm={discard}
      >
        <p>The editor goes back to the file as it is on disk. What you changed is lost.</p>
      </Confirm>
    </div>
  );
}

function stateOf({ changed, checking, problems, policy }: PolicyDraft) {
  if (problems.length > 0 && !checking) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    return <span className="font-medium text-danger">{changed ? `${count}: cannot be saved` : count}</span>;
  }
  if (checking) return <span className="text-faint">Checking</span>;
  if (!changed) return <span className="text-faint">{policy?.file === undefined ? "Saved" : "Not in force"}</span>;
  return <span className="text-warning">Unsaved changes</span>;
}
