// What people are asked: how often, how fast they answer, what they say, and which rule would save them the most.
import type { ReactNode } from "react";
import type { PromptSource } from "../../../shared/contract/activity.ts";
import { useApprovalLoad } from "../../state/figures.ts";
import type { RangeName } from "../../lib/activity-filter.ts";
import { elapsed, share, smallNumber, wholeNumber } from "../../labels/format.ts";
import { approvedShare, isNoise, promptsPerHour, sourceWords } from "./prompt-load.ts";
import { openActivity } from "../../state/ui-store.ts";
import { RuleOffer } from "./rule-offer.tsx";
import { SideHeading } from "./side-heading.tsx";
import { approvalLoad as labels } from "../../labels/overview.ts";

const shown = 4;

export function ApprovalLoad({ range }: { range: RangeName }) {
  const figure = useApprovalLoad(range).data;
  const load = figure?.value;
  const answered = load === undefined ? undefined : approvedShare(load);
  return (
    <section aria-label={labels.approvalLoad}>
      <SideHeading>{labels.askedOfYou}</SideHeading>
      <dl className="grid grid-cols-3 gap-2 px-4 pt-2 pb-1">
        <Fact term={labels.perHour}>
          {figure === undefined ? "" : smallNumber(promptsPerHour(figure.value, figure.span.to - figure.span.from))}
        </Fact>
        <Fact term={labels.timeToDecide}>{load?.medianMs === undefined ? "–" : elapsed(load.medianMs)}</Fact>
        <Fact term={labels.allowed}>{answered === undefined ? "–" : share(answered)}</Fact>
      </dl>
      {load?.prompts === 0 ? <p className="px-4 pb-2 text-xs text-faint">{labels.nothingAsked}</p> : null}
      <ul className="pb-1">
        {(load?.sources ?? []).slice(0, shown).map((source) => (
          <Source key={sourceWords(source)} source={source} from={figure?.span.from} />
        ))}
      </ul>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="label truncate">{term}</dt>
      <dd className="h-5 truncate font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Source({ source, from }: { source: PromptSource; from: number | undefined }) {
  const { rule, reason, prompts } = source;
  const approved = approvedShare(source);
  return (
    <li className="relative">
      <button
        type="button"
        onClick={() =>
          openActivity({
            kinds: ["verdict"],
            outcomes: ["ESCALATE"],
            ...(rule === undefined ? { reasons: [reason] } : { rules: [rule] }),
            from,
          })
        }
        className="grid h-7 w-full grid-cols-[minmax(0,1fr)_auto_4.25rem] items-center gap-2 px-4 text-left text-xs hover:bg-hover"
      >
        <span className={`truncate ${rule === undefined ? "" : "font-mono"}`}>{sourceWords(source)}</span>
        <span className="text-quiet tabular-nums">{wholeNumber(prompts)}×</span>
        <span className="text-right whitespace-nowrap text-faint tabular-nums">
          {approved === undefined ? labels.open : labels.yes(share(approved))}
        </span>
      </button>
      {isNoise(source) ? <RuleOffer source={source} /> : null}
    </li>
  );
}
