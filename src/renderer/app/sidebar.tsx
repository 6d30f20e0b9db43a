// The navigation. On a narrow window only its icons, and on a very narrow one in a row at the bottom.
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import { type RiskLevel, riskLevels } from "../../shared/domain/verdict.ts";
import { RiskMark } from "../components/marks.tsx";
import { Clock } from "lucide-react";
import { useMissed } from "../state/missed.ts";
import { useLive } from "../state/queries.ts";
import { wholeNumber } from "../labels/format.ts";
import { show, useUi } from "../state/ui-store.ts";
import { Logo } from "./logo.tsx";
import { screens } from "./screens.ts";
import { prefetch } from "./views.ts";
import { sidebar as labels } from "../labels/window.ts";

export function Sidebar({ status }: { status: ConsoleStatus }) {
  const current = useUi((state) => state.screen);
  return (
    <nav
      aria-label={labels.screens}
      className="flex w-14 flex-col border-r border-line bg-surface px-2 pb-3 max-[639px]:order-last max-[639px]:w-auto max-[639px]:border-t max-[639px]:border-r-0 max-[639px]:py-1 min-[1180px]:w-50"
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 px-2.5 max-[639px]:hidden">
        <Logo />
        <span className="hidden text-sm font-semibold min-[1180px]:inline">{labels.gatehouse}</span>
      </div>
      <ul className="max-[639px]:flex max-[639px]:justify-around min-[640px]:mt-1 min-[640px]:space-y-0.5">
        {screens.map(({ id, title, icon: Icon }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => show(id)}
              onPointerEnter={() => prefetch(id)}
              onFocus={() => prefetch(id)}
              aria-current={current === id ? "page" : undefined}
              title={title}
              className={`relative flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 font-medium max-[639px]:h-9 max-[639px]:px-3 ${current === id ? "bg-hover text-ink" : "text-quiet hover:bg-hover hover:text-ink"}`}
            >
              <Icon size={15} aria-hidden className="shrink-0" />
              <span className="sr-only min-[1180px]:not-sr-only">{title}</span>
              {id === "approvals" ? <Waiting /> : id === "agents" ? <ToPair /> : null}
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-auto hidden px-2.5 text-2xs text-faint min-[1180px]:block">{labels.version(status.version)}</p>
    </nav>
  );
}

/** The number of waiting requests with their highest risk, and the number of missed ones. */
function Waiting() {
  const approvals = useLive("listApprovals").data ?? [];
  const { count: missed } = useMissed();
  const level = highest(approvals.map((approval) => approval.verdict.risk.level));
  if (approvals.length === 0) return <Count count={missed} spoken={labels.missed} quiet />;
  return (
    <>
      {missed === 0 ? null : (
        <span
          className="ml-auto hidden items-center gap-1 text-xs text-quiet min-[1180px]:flex"
          title={labels.whileYouWereAway}
        >
          <Clock size={11} aria-hidden />
          {wholeNumber(missed)}
          <span className="sr-only">{labels.missed}</span>
        </span>
      )}
      <Count count={approvals.length} level={level} spoken={labels.waiting} beside={missed > 0} />
    </>
  );
}

function ToPair() {
  const agents = useLive("listAgents").data ?? [];
  return <Count count={agents.filter((agent) => agent.state === "pending").length} spoken={labels.toPair} />;
}

interface CountProps {
  readonly count: number;
  readonly level?: RiskLevel | undefined;
  readonly spoken: string;
  readonly quiet?: boolean;
  /** Follows another count. */
  readonly beside?: boolean;
}

function Count({ count, level, spoken, quiet = false, beside = false }: CountProps) {
  if (count === 0) return null;
  return (
    <span
      className={`absolute -top-0.5 right-0 flex items-center gap-1 text-2xs min-[1180px]:static min-[1180px]:gap-1.5 min-[1180px]:text-xs ${beside ? "" : "min-[1180px]:ml-auto"}`}
    >
      {level === undefined ? null : (
        <span className="hidden min-[1180px]:inline">
          <RiskMark level={level} size={10} silent />
        </span>
      )}
      <span className={quiet ? "text-quiet" : "font-semibold text-ink"}>{wholeNumber(count)}</span>
      <span className="sr-only">{spoken}</span>
    </span>
  );
}

function highest(levels: readonly RiskLevel[]): RiskLevel | undefined {
  return riskLevels.findLast((level) => levels.includes(level));
}
