// The tools Gatehouse is running at this moment: what they write, and a way to end one.
import { Square, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { second } from "../../../shared/lib/clock.ts";
import type { RunningCall } from "../../../shared/domain/execution.ts";
import { Button } from "../../components/button.tsx";
import { useNow } from "../../components/use-now.ts";
import { VisibleText } from "../../components/visible-text.tsx";
import { callKey } from "../../state/live-state.ts";
import { useChange, useLive } from "../../state/queries.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { runningNow as labels } from "../../labels/overview.ts";

/** Nothing at all while nothing runs. */
export function RunningNow() {
  const calls = useLive("listExecutions").data ?? [];
  if (calls.length === 0) return null;
  return (
    <section aria-label={labels.runningNow} className="max-h-56 shrink-0 overflow-y-auto border-t border-line">
      <h2 className="label px-5 pt-2">{labels.runningNow}</h2>
      <ul className="px-5 pb-2">
        {calls.map((call) => (
          <Running key={callKey(call)} call={call} />
        ))}
      </ul>
    </section>
  );
}

function Running({ call }: { call: RunningCall }) {
  const [open, setOpen] = useState(false);
  const cancel = useChange("cancelExecution");
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now - call.startedAt) / second));
  const { agentDid, intentId, tool, summary, output, timeoutSeconds } = call;
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  return (
    <li>
      <div className="flex h-8 items-center gap-3 text-xs">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-sm text-left hover:text-ink"
        >
          <SquareTerminal size={13} aria-hidden className="shrink-0 text-faint" />
          <span className="max-w-[45%] shrink-0 truncate font-mono">
            {visibleLine(summary === "" ? tool : summary)}
          </span>
          <span className="min-w-0 truncate font-mono text-faint">{visibleLine(last)}</span>
        </button>
        <span className="shrink-0 text-faint tabular-nums">{labels.secondsOf(seconds, timeoutSeconds)}</span>
        <Button look="danger" onClick={() => cancel.mutate({ agentDid, intentId })} disabled={cancel.isPending}>
          <Square size={11} aria-hidden />
          {labels.cancel}
        </Button>
      </div>
      {open ? (
        <pre
          aria-label={labels.output}
          className="selectable mb-2 max-h-40 overflow-auto rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs whitespace-pre-wrap"
        >
          {output === "" ? labels.noOutput : <VisibleText text={output} />}
        </pre>
      ) : null}
    </li>
  );
}
