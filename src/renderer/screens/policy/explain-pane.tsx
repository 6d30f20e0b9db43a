// Explain: what would be decided about a pasted command or tool call, and why, without anything being recorded.
import { HelpCircle } from "lucide-react";
import { useState } from "react";
import type { Explanation } from "../../../shared/contract/contract.ts";
import { isJsonObject } from "../../../shared/lib/json.ts";
import { useCommand } from "../../state/answers.ts";
import { wireArguments } from "../../state/bridge.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { readPastedIntent } from "../../lib/pasted-intent.ts";
import { Explained } from "./explained.tsx";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { explainPane as labels } from "../../labels/policy.ts";

export function ExplainPane({ draft }: { draft: PolicyDraft }) {
  const [pasted, setPasted] = useState("");
  const [workspace, setWorkspace] = useState("");
  const [by, setBy] = useState<"force" | "draft">("draft");
  const [answer, setAnswer] = useState<Explanation>();
  const explain = useCommand("explain");
  const intent = readPastedIntent(pasted);
  const byDraft = by === "draft" && draft.changed && draft.problems.length === 0;
  const ask = (): void => {
    if (!intent.ok || !isJsonObject(intent.value.arguments)) return;
    explain.mutate(
      {
        tool: intent.value.tool,
        arguments: wireArguments(intent.value.arguments),
        ...(workspace.trim() === "" ? {} : { workspace: workspace.trim() }),
        ...(byDraft ? { draft: draft.text } : {}),
      },
      { onSuccess: setAnswer, onError: () => setAnswer(undefined) },
    );
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <form
        className="shrink-0 border-b border-line px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <label className="block">
          <span className="label">{labels.label}</span>
          <textarea
            value={pasted}
            rows={3}
            spellCheck={false}
            onChange={(event) => setPasted(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              ask();
            }}
            placeholder={labels.placeholder}
            aria-invalid={pasted !== "" && !intent.ok}
            className="mt-1 block w-full resize-y rounded-md border border-edge bg-raised px-2.5 py-1.5 font-mono text-xs placeholder:text-faint"
          />
        </label>
        {pasted !== "" && !intent.ok ? (
          <p role="alert" className="mt-1 text-xs text-danger">
            {intent.error}
          </p>
        ) : null}
        <label className="mt-2 block">
          <span className="label">{labels.folder}</span>
          <input
            value={workspace}
            onChange={(event) => setWorkspace(event.target.value)}
            spellCheck={false}
            placeholder={labels.folderPlaceholder}
            className="mt-1 block h-7 w-full rounded-md border border-edge bg-raised px-2.5 font-mono text-xs placeholder:text-faint"
          />
        </label>
        <div className="mt-2.5 flex items-center gap-2">
          <Button look="primary" type="submit" disabled={!intent.ok || explain.isPending}>
            <HelpCircle size={13} aria-hidden />
            {labels.explain}
          </Button>
          {draft.changed ? (
            <Segmented
              label={labels.evaluateBy}
              value={by}
              onChange={setBy}
              segments={[
                {
                  value: "draft",
                  label: labels.byTheDraft,
                  problem: draft.problems.length > 0 ? labels.draftHasProblems : undefined,
                },
                { value: "force", label: labels.byPolicyInForce },
              ]}
            />
          ) : null}
        </div>
      </form>
      {answer === undefined ? null : <Explained explanation={answer} />}
    </div>
  );
}
