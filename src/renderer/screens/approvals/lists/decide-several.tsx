// Rules from several observations at once: each is previewed with its reach, all are confirmed together, and one Undo removes them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Check } from "lucide-react";
import { useState } from "react";
import type { Observed, ReachPreview } from "../../../../shared/contract/reach.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm } from "../../../components/confirm.tsx";
import { decideSeveral as labels } from "../../../labels/approvals.ts";
import { call } from "../../../state/bridge.ts";
import { tell } from "../../../state/ui-store.ts";
import { ReachFacts } from "../answer/reach-preview.tsx";

type Decision = "approve" | "deny";

interface Previewed {
  readonly item: Observed;
  readonly preview?: ReachPreview;
  /** Why no rule can be made from it. */
  readonly problem?: string;
}

export function DecideSeveral({ items, onDone }: { items: readonly Observed[]; onDone: () => void }) {
  // Stays set while the dialog closes, so that its words do not change under the reader's eyes.
  const [decision, setDecision] = useState<Decision>("approve");
  const [asking, setAsking] = useState(false);
  const ask = (wanted: Decision): void => {
    setDecision(wanted);
    setAsking(true);
  };
  return (
    <div role="toolbar" aria-label={labels.toolbar} className="flex items-center gap-2 border-b border-line px-6 py-2">
      <p className="min-w-0 flex-1 text-xs text-quiet">{labels.selected(items.length)}</p>
      <Button look="quiet" onClick={onDone}>
        {labels.clear}
      </Button>
      <Button look="danger" onClick={() => ask("deny")}>
        <Ban size={13} aria-hidden />
        {labels.denySelected}
      </Button>
      <Button onClick={() => ask("approve")}>
        <Check size={13} aria-hidden />
        {labels.allowSelected}
      </Button>
      <ConfirmRules items={items} decision={decision} open={asking} onClose={() => setAsking(false)} onDone={onDone} />
    </div>
  );
}

interface ConfirmRulesProps {
  readonly items: readonly Observed[];
  readonly decision: Decision;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ConfirmRules({ items, decision, open, onClose, onDone }: ConfirmRulesProps) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["previewReach", "several", decision, items.map(({ agentDid, intentId }) => [agentDid, intentId])],
    queryFn: () => previewAll(items, decision),
    enabled: open,
    staleTime: 0,
  });
  const possible = (data ?? []).filter(({ preview }) => preview !== undefined);
  const refresh = (): void => void client.invalidateQueries({ queryKey: ["listObserved"] });
  const undo = async (grantIds: readonly string[]): Promise<void> => {
    const { failed } = await oneByOne(grantIds, (grantId) => call("revokeGrant", { grantId }));
    if (failed.length === 0) tell(labels.removed(grantIds.length));
    else tell(failed.join(" "), "problem");
    refresh();
  };
  const save = async (): Promise<void> => {
    onDone();
    const { done, failed } = await oneByOne(possible, ({ item: { agentDid, intentId, scope } }) =>
      call("decidePast", { agentDid, intentId, decision, scope, duration: "always" }),
    );
    const ids = done.map(({ grantId }) => grantId);
    if (ids.length > 0)
      tell(labels.added[decision](ids.length), "plain", { label: labels.undo, run: () => void undo(ids) });
    if (failed.length > 0) tell(labels.failed(failed.length, failed[0] ?? ""), "problem");
    refresh();
  };
  return (
    <Confirm
      open={open}
      wide
      title={labels.question[decision](items.length)}
      action={labels.action[decision](possible.length)}
      ready={possible.length > 0}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {data === undefined ? (
        <p>{labels.loading}</p>
      ) : (
        <ul aria-label={labels.rules} className="max-h-[45vh] space-y-3 overflow-y-auto pr-1">
          {data.map((each) => (
            <PreviewedRule key={`${each.item.agentDid} ${each.item.intentId}`} previewed={each} />
          ))}
        </ul>
      )}
    </Confirm>
  );
}

function PreviewedRule({ previewed: { item, preview, problem } }: { previewed: Previewed }) {
  return (
    <li className="border-t border-line pt-2 text-xs first:border-t-0 first:pt-0">
      <p className="font-medium break-words text-ink">{visibleLine(preview?.title ?? item.summary)}</p>
      {preview === undefined ? null : <ReachFacts value={preview} />}
      {problem === undefined ? null : <p className="text-danger">{labels.leftOut(problem)}</p>}
    </li>
  );
}

async function previewAll(items: readonly Observed[], decision: Decision): Promise<readonly Previewed[]> {
  return Promise.all(
    items.map(async (item): Promise<Previewed> => {
      const { agentDid, intentId, scope } = item;
      try {
        const subject = { agentDid, intentId };
        return { item, preview: await call("previewReach", { subject, decision, scope, duration: "always" }) };
      } catch (error) {
        return { item, problem: messageOf(error) };
      }
    }),
  );
}

/** Each writes the policy file, so the next begins when the one before is done; one that fails keeps no other from being tried. */
async function oneByOne<Item, Answer>(items: readonly Item[], act: (item: Item) => Promise<Answer>) {
  const done: Answer[] = [];
  const failed: string[] = [];
  for (const item of items) {
    try {
      done.push(await act(item));
    } catch (error) {
      failed.push(messageOf(error));
    }
  }
  return { done, failed };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
