// The threats that were seen in most intents, each with the way to them.
import { RiskMark } from "../../components/marks.tsx";
import { useThreats } from "../../state/figures.ts";
import type { RangeName } from "../../lib/activity-filter.ts";
import { wholeNumber } from "../../labels/format.ts";
import { openActivity } from "../../state/ui-store.ts";
import { SideHeading } from "./side-heading.tsx";
import { topThreats as labels } from "../../labels/overview.ts";

const shown = 6;

export function TopThreats({ range }: { range: RangeName }) {
  const figure = useThreats(range).data;
  const threats = figure?.value;
  const most = Math.max(1, ...(threats ?? []).map(({ intents }) => intents));
  return (
    <section aria-label={labels.topThreats}>
      <SideHeading>{labels.topThreats}</SideHeading>
      {threats?.length === 0 ? <p className="px-4 py-2 text-xs text-faint">{labels.none}</p> : null}
      <ul className="py-1">
        {(threats ?? []).slice(0, shown).map(({ threat, intents, worst }) => (
          <li key={threat}>
            <button
              type="button"
              onClick={() =>
                openActivity({ kinds: ["verdict"], first: true, text: `"${threat}"`, from: figure?.span.from })
              }
              className="relative grid h-7 w-full grid-cols-[0.75rem_minmax(0,1fr)_auto] items-center gap-2.5 px-4 text-left hover:bg-hover"
            >
              <RiskMark level={worst} size={11} />
              <span className="truncate">{threat}</span>
              <span className="text-xs text-quiet tabular-nums">{wholeNumber(intents)}</span>
              <span
                aria-hidden
                className="absolute bottom-0.5 left-[2.375rem] h-0.5 rounded-full bg-edge forced-color-adjust-none"
                style={{ width: `calc((100% - 5rem) * ${intents / most})` }}
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
