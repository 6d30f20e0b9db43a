// Figures from the ledger over a span of time, fetched again as often as they can change.
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApprovalLoad, LatencyPoint, ThreatCount } from "../../shared/contract/activity.ts";
import type { LedgerFilter, SeriesPoint } from "../../shared/contract/ledger-search.ts";
import type { FatiguePoint, RiskPoints, ToolUse } from "../../shared/contract/sessions/sessions.ts";
import { call } from "./bridge.ts";
import { type RangeSpan, resolutions, spanOf } from "../lib/buckets.ts";
import type { RangeName } from "../lib/activity-filter.ts";

export interface Figure<Value> {
  readonly span: RangeSpan;
  readonly value: Value;
}

function useFigure<Value>(
  key: readonly unknown[],
  range: RangeName,
  ask: (span: RangeSpan) => Promise<Value>,
): UseQueryResult<Figure<Value>> {
  return useQuery({
    queryKey: ["figure", ...key, range],
    queryFn: async () => {
      const span = spanOf(range, Date.now());
      return { span, value: await ask(span) };
    },
    refetchInterval: resolutions[range].everyMs,
    placeholderData: keepPreviousData,
    // Equal figures are the same object, so that charts do not draw again.
    structuralSharing: true,
    staleTime: resolutions[range].everyMs,
  });
}

export function useSeries(range: RangeName, filter: LedgerFilter): UseQueryResult<Figure<readonly SeriesPoint[]>> {
  return useFigure(["series", JSON.stringify(filter)], range, ({ from, to, width, offset }) =>
    call("getSeries", { filter: { ...filter, from, to }, span: width, offset }),
  );
}

export function useThreats(range: RangeName): UseQueryResult<Figure<readonly ThreatCount[]>> {
  return useFigure(["threats"], range, ({ from, to }) => call("getThreats", { from, to }));
}

export function useLatency(range: RangeName): UseQueryResult<Figure<readonly LatencyPoint[]>> {
  return useFigure(["latency"], range, ({ from, to, width }) =>
    call("getLatency", { from, to, points: Math.min(60, Math.round((to - from) / width)) }),
  );
}

export function useRiskPoints(range: RangeName): UseQueryResult<Figure<RiskPoints>> {
  return useFigure(["risk-points"], range, ({ from, to }) => call("getRiskPoints", { from, to }));
}

export function useToolUse(range: RangeName): UseQueryResult<Figure<readonly ToolUse[]>> {
  return useFigure(["tool-use"], range, ({ from, to }) => call("getToolUse", { from, to }));
}

export function useFatigue(range: RangeName): UseQueryResult<Figure<readonly FatiguePoint[]>> {
  return useFigure(["fatigue"], range, ({ from, to }) => call("getFatigue", { from, to, points: 30 }));
}

export function useApprovalLoad(range: RangeName): UseQueryResult<Figure<ApprovalLoad>> {
  return useFigure(["load"], range, ({ from, to }) => call("getApprovalLoad", { from, to }));
}
