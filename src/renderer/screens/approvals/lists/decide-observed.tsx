// A rule from an observation: shown with what it would have matched, confirmed, and undone from the notice about it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Check } from "lucide-react";
import { useState } from "react";
import type { Observed } from "../../../../shared/contract/reach.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { call } from "../../../state/bridge.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm } from "../../../components/confirm.tsx";
import { useChange } from "../../../state/queries.ts";
import { tell } from "../../../state/ui-store.ts";
import { ReachFacts } from "../answer/reach-preview.tsx";
import { decideObserved as labels } from "../../../labels/approvals.ts";

type Decision = "approve" | "deny";

export function DecideObserved({ item }: { item: Observed }) {
  // Stays set while the dialog closes, so that its words do not change under the reader's eyes.
  const [decision, setDecision] = useState<Decision>("approve");
  const [asking, setAsking] = useState(false);
  const ask = (wanted: Decision): void => {
    setDecision(wanted);
    setAsking(true);
  };
  if (item.decided !== undefined) return <span className="text-xs text-quiet">{labels.ruleDecides[item.decided]}</span>;
  return (
    <span className="flex gap-2">
      <Button look="danger" onClick={() => ask("deny")}>
        <Ban size={13} aria-hidden />
        {labels.alwaysDeny}
      </Button>
      <Button onClick={() => ask("approve")}>
        <Check size={13} aria-hidden />
        {labels.alwaysAllow}
      </Button>
      <ConfirmRule item={item} decision={decision} open={asking} onClose={() => setAsking(false)} />
    </span>
  );
}

interface ConfirmRuleProps {
  readonly item: Observed;
  readonly decision: Decision;
  readonly open: boolean;
  readonly onClose: () => void;
}

function ConfirmRule({ item, decision, open, onClose }: ConfirmRuleProps) {
  const { agentDid, intentId, scope } = item;
  const client = useQueryClient();
  const decide = useChange("decidePast");
  const revoke = useChange("revokeGrant");
  const lasting = { decision, scope, duration: "always" } as const;
  const preview = useQuery({
    queryKey: ["previewReach", agentDid, intentId, decision],
    queryFn: () => call("previewReach", { subject: { agentDid, intentId }, ...lasting }),
    enabled: open,
    staleTime: 0,
  });
  const refresh = (): void => void client.invalidateQueries({ queryKey: ["listObserved"] });
  const undo = (grantId: string): void =>
    revoke.mutate(
      { grantId },
      {
        onSuccess: () => {
          tell(labels.ruleRemoved);
          refresh();
        },
      },
    );
  const save = (): void =>
    decide.mutate(
      { agentDid, intentId, ...lasting },
      {
        onSuccess: ({ grantId, effect, title }) => {
          tell(labels.ruleAdded[effect](title), "plain", { label: labels.undo, run: () => undo(grantId) });
          refresh();
        },
      },
    );
  const texts = decision === "approve" ? labels.alwaysAllowDialog : labels.alwaysDenyDialog;
  return (
    <Confirm
      open={open}
      wide
      title={texts.question}
      action={texts.action}
      ready={preview.data !== undefined}
      onConfirm={save}
      onClose={onClose}
    >
      {preview.error === null ? null : (
        <p role="alert" className="text-danger">
          {preview.error.message}
        </p>
      )}
      {preview.data === undefined ? (
        <p>{preview.isFetching ? labels.loading : ""}</p>
      ) : (
        <>
          <p className="text-ink">
            {texts.rule} <strong>{visibleLine(preview.data.title)}</strong> {labels.fromNowOn}
          </p>
          <div className="text-xs">
            <ReachFacts value={preview.data} />
          </div>
        </>
      )}
    </Confirm>
  );
}
