// Above a comparison: what is compared, the way back to the editor, and for a version the way back to it.
import { ArrowLeft, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useCommand } from "../../answers.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { tell } from "../../ui-store.ts";
import { compare, type Comparison, discard } from "./draft.ts";

export function ComparisonBar({ comparison, dirty }: { comparison: Comparison; dirty: boolean }) {
  const [asking, setAsking] = useState(false);
  const restore = useCommand("restorePolicy", ["getPolicy", "listPolicyVersions", "listRuleUse", "getStatus"]);
  const { title, restores } = comparison;
  const restoreNow = (id: string): void =>
    restore.mutate(
      { id },
      {
        onSuccess: (saved) => {
          discard();
          compare(undefined);
          tell(`Policy ${saved.version} is in force again.`);
        },
      },
    );
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
      <Button look="quiet" className="-ml-2.5" onClick={() => compare(undefined)}>
        <ArrowLeft size={13} aria-hidden />
        Editor
      </Button>
      <h2 className="min-w-0 flex-1 truncate text-xs font-medium">{title}</h2>
      {restores === undefined ? null : (
        <Button onClick={() => setAsking(true)} disabled={restore.isPending}>
          <RotateCcw size={13} aria-hidden />
          Restore this version
        </Button>
      )}
      <Confirm
        open={asking}
        title="Restore this version?"
        action="Restore"
        onClose={() => setAsking(false)}
        onConfirm={() => (restores === undefined ? undefined : restoreNow(restores))}
      >
        <p>It is in force at once, for every agent. The change is recorded with your name, and you can undo it here.</p>
        {dirty ? <p>Your unsaved changes in the editor are lost.</p> : null}
      </Confirm>
    </div>
  );
}
