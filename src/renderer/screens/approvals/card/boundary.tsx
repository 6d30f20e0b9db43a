// A request from inside a contained run: what it was doing, whether something waits, and when an answer takes effect.
import { Box } from "lucide-react";
import type { BoundaryRequest } from "../../../../shared/containment/boundary.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { boundary as labels } from "../../../labels/card.ts";

export function Boundary({ request }: { request: BoundaryRequest }) {
  const { kind, command } = request;
  const lines = kind === "connect" ? [labels.waits, labels.once] : [labels.blocked, labels.takesEffect];
  return (
    <section aria-label={labels.title} className="mx-6 mt-3 flex gap-2 text-xs text-quiet">
      <Box size={14} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p>
          <strong className="font-semibold text-ink">{labels.title}</strong>
          {command === undefined ? null : (
            <>
              {" "}
              {labels.whileRunning} <code className="selectable font-mono break-all">{visibleLine(command)}</code>
            </>
          )}
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  );
}
