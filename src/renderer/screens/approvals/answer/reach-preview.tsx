// A lasting decision before it is saved: that it fits, what it would have meant so far, where it ends, and the rule itself.
import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReachPreview as Shown } from "../../../../shared/contract/reach.ts";
import { VisibleText } from "../../../components/visible-text.tsx";
import { useNow } from "../../../components/use-now.ts";
import { nearMissWords, pastSentence } from "../../../labels/history.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import type { Preview } from "./use-preview.ts";
import { reachPreview as labels } from "../../../labels/answer.ts";

export function ReachPreview({ preview }: { preview: Preview }) {
  if (preview.problem !== undefined) {
    return (
      <p role="alert" className="mt-2 flex gap-2 text-xs text-danger">
        <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
        {preview.problem}
      </p>
    );
  }
  if (preview.value === undefined) {
    return <p className="mt-2 h-[2.375rem] text-xs text-faint">{preview.pending ? labels.loading : ""}</p>;
  }
  return (
    <section aria-label={labels.label} className={`mt-2 text-xs ${preview.pending ? "opacity-60" : ""}`}>
      <ReachFacts value={preview.value} />
    </section>
  );
}

export function ReachFacts({ value }: { value: Shown }) {
  const now = useNow();
  const { past, nearMiss, rule, verified, widest } = value;
  return (
    <>
      <p className="flex gap-2">
        <CircleCheck size={13} aria-hidden className="mt-0.5 shrink-0 text-risk-low" />
        <span>
          {past === undefined ? null : <strong className="font-semibold">{pastSentence(past)}</strong>}{" "}
          <span className="text-quiet">{verified}</span>
        </span>
      </p>
      {widest === undefined ? null : (
        <p className="mt-0.5 flex gap-2 pl-[21px]">
          <span className="shrink-0 font-medium text-warning">{labels.wouldAlsoAllow}</span>
          <span className="selectable min-w-0 truncate font-mono" title={widest}>
            {visibleLine(widest)}
          </span>
        </p>
      )}
      {nearMiss === undefined ? null : (
        <p className="mt-0.5 flex gap-2 pl-[21px] text-quiet">
          <span className="selectable min-w-0 truncate font-mono" title={nearMiss.summary}>
            {visibleLine(nearMiss.summary)}
          </span>
          <span className="shrink-0 text-faint">{nearMissWords(nearMiss, now)}</span>
        </p>
      )}
      {rule === undefined ? null : (
        <pre
          aria-label={labels.ruleText}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="selectable mt-2 max-h-28 overflow-y-auto rounded-md border border-line bg-surface px-3 py-1.5 font-mono text-2xs leading-4 break-words whitespace-pre-wrap text-quiet"
        >
          <VisibleText text={rule.text} />
        </pre>
      )}
    </>
  );
}
