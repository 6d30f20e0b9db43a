// An offer: what people nearly always allow could be a rule. Shown with its reach before it is saved.
import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import type { PromptSource } from "../../../shared/contract/activity.ts";
import { call } from "../../state/bridge.ts";
import { Button } from "../../components/button.tsx";
import { Popover } from "../../components/popover.tsx";
import { useChange } from "../../state/queries.ts";
import { wholeNumber } from "../../labels/format.ts";
import { pastSentence } from "../../labels/history.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { tell } from "../../state/ui-store.ts";
import { ruleOffer as labels } from "../../labels/overview.ts";

/** This command form, always: the narrowest rule that saves more than one prompt. */
const lasting = { decision: "approve", scope: "command_form", duration: "always" } as const;

export function RuleOffer({ source: { example } }: { source: PromptSource }) {
  const [open, setOpen] = useState(false);
  const decide = useChange("decidePast");
  const { agentDid, intentId, action } = example;
  const preview = useQuery({
    queryKey: ["ruleOffer", agentDid, intentId],
    queryFn: () => call("previewReach", { subject: { agentDid, intentId }, ...lasting }),
    enabled: open,
    gcTime: 0,
  });
  const save = (): void =>
    decide.mutate(
      { agentDid, intentId, ...lasting },
      {
        onSuccess: () => {
          setOpen(false);
          tell(labels.ruleAdded);
        },
      },
    );
  return (
    <div className="px-4 pb-1.5">
      <Popover
        label={labels.title}
        align="end"
        wide
        open={open}
        onOpenChange={setOpen}
        button={
          <button
            type="button"
            className="flex h-6 items-center gap-1.5 text-xs whitespace-nowrap text-accent hover:underline"
          >
            <Repeat size={12} aria-hidden />
            {labels.offer}
          </button>
        }
      >
        <div className="p-2">
          <p className="text-xs text-quiet">
            {labels.askedTimes(wholeNumber(example.prompts))}{" "}
            <span className="selectable font-mono break-all text-ink">{visibleLine(action)}</span>
          </p>
          {preview.error === null ? null : <p className="mt-2 text-xs text-danger">{preview.error.message}</p>}
          {preview.data === undefined ? null : (
            <>
              {preview.data.past === undefined ? null : (
                <p className="mt-2 text-xs font-medium">{pastSentence(preview.data.past)}</p>
              )}
              {preview.data.rule === undefined ? null : (
                <pre className="selectable mt-2 max-h-48 overflow-auto rounded-md border border-line bg-surface p-2 font-mono text-2xs break-words whitespace-pre-wrap">
                  {preview.data.rule.text}
                </pre>
              )}
            </>
          )}
          <div className="mt-3 flex justify-end">
            <Button look="primary" disabled={preview.data === undefined || decide.isPending} onClick={save}>
              {labels.allowAlways}
            </Button>
          </div>
        </div>
      </Popover>
    </div>
  );
}
