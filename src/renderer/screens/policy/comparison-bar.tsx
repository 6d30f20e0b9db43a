// Above a comparison: what is compared, the way back to the editor, and for a version the way back to it.
import { ArrowLeft, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useCommand } from "../../state/answers.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { tell } from "../../state/ui-store.ts";
import { compare, type Comparison, discard } from "./draft.ts";
import { comparisonBar as labels } from "../../labels/policy.ts";

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
          tell(labels.restored(saved.version));
        },
      },
    );
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
      <Button look="quiet" className="-ml-2.5" onClick={() => compare(undefined)}>
        <ArrowLeft size={13} aria-hidden />
        {labels.editor}
      </Button>
      <h2 className="min-w-0 flex-1 truncate text-xs font-medium">{title}</h2>
      {restores === undefined ? null : (
        <Button onClick={() => setAsking(true)} disabled={restore.isPending}>
          <RotateCcw size={13} aria-hidden />
          {labels.restoreVersion}
        </Button>
      )}
      <Confirm
        open={asking}
        title={labels.question}
        action={labels.restore}
        onClose={() => setAsking(false)}
        onConfirm={() => (restores === undefined ? undefined : restoreNow(restores))}
      >
        <p>{labels.explained}</p>
        {dirty ? <p>{labels.changesAreLost}</p> : null}
      </Confirm>
    </div>
  );
}
