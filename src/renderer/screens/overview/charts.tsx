// The place of the charts. Their code arrives after the rest of the screen, and nothing moves when it does.
import { lazy, Suspense } from "react";
import type { RangeName } from "../../lib/activity-filter.ts";

const Figures = lazy(async () => ({ default: (await import("./figures.tsx")).Figures }));

export function Charts({ range }: { range: RangeName }) {
  return (
    // At high zoom there is no room for three columns, and on the narrowest window not for two.
    <div className="grid shrink-0 auto-rows-[9rem] grid-cols-[minmax(0,1fr)] gap-5 px-5 pt-2 pb-3 max-[679px]:min-h-78 min-[680px]:h-40 min-[680px]:auto-rows-auto min-[680px]:grid-cols-[minmax(0,1fr)_13rem] min-[960px]:grid-cols-[minmax(0,1fr)_13rem_15rem] min-[1280px]:h-44 min-[1280px]:grid-cols-[minmax(0,1fr)_15rem_19rem] min-[1280px]:gap-7 min-[1900px]:h-56 min-[1900px]:grid-cols-[minmax(0,2fr)_minmax(0,0.7fr)_minmax(0,1fr)] min-[1900px]:gap-10">
      <Suspense fallback={null}>
        <Figures range={range} />
      </Suspense>
    </div>
  );
}
