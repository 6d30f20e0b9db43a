// The waiting requests that a lasting allow would release too, listed before it is given.
import type { AlsoReleased } from "../../../../shared/domain/approval.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { RiskMark } from "../../../components/marks.tsx";
import { wholeNumber } from "../../../labels/format.ts";
import { requestsOf } from "./released-list.ts";
import { levelWords } from "../../../labels/vocabulary.ts";
import { alsoReleases as labels } from "../../../labels/answer.ts";

export interface AlsoReleasesProps {
  /** Those that are shown; only they are released if their risk is high. */
  readonly listed: readonly AlsoReleased[];
  /** How many more there are. */
  readonly more: number;
}

export function AlsoReleases({ listed, more }: AlsoReleasesProps) {
  if (listed.length === 0) return null;
  const count = requestsOf(listed) + more;
  return (
    <section aria-label={labels.alsoReleased} className="mt-2 rounded-md border border-warning/60 text-xs">
      <h3 className="px-3 pt-1.5 font-semibold">
        {labels.alsoAllows} {count === 1 ? labels.oneRequest : labels.requests(wholeNumber(count))}
      </h3>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        aria-label={labels.list}
        className="max-h-28 overflow-y-auto px-3 pb-1.5"
      >
        {listed.map(({ approvalId, agentName, headline, summary, level, count: same }) => (
          <li key={approvalId} className="flex items-baseline gap-2 py-0.5">
            <RiskMark level={level} size={10} silent />
            <span className="shrink-0 font-medium">{levelWords[level]}</span>
            <span className="shrink-0 text-quiet">{visibleLine(agentName)}</span>
            <span className="shrink-0">{headline}</span>
            <span className="selectable min-w-0 truncate font-mono text-2xs text-faint" title={summary}>
              {visibleLine(summary)}
            </span>
            {same > 1 ? <span className="shrink-0 text-quiet">×{wholeNumber(same)}</span> : null}
          </li>
        ))}
        {more === 0 ? null : <li className="py-0.5 text-quiet">{labels.andMore(wholeNumber(more))}</li>}
      </ul>
    </section>
  );
}
