// Getting started: three steps that are ticked off as they happen, kept in this window's own storage.
import { useEffect } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { isTestCaller } from "../../shared/contract/connector.ts";
import { tourAgent } from "../../shared/domain/tour.ts";
import { useConnectors } from "./connectors.ts";
import { useLive } from "./queries.ts";

/** In their order. */
export const checklistSteps = ["connected", "asked", "answered"] as const;
export type ChecklistStep = (typeof checklistSteps)[number];
export type Done = Readonly<Record<ChecklistStep, boolean>>;

interface ChecklistState {
  readonly done: Done;
  /** Shown although it is complete: somebody saw it become so, or opened it again. */
  readonly open: boolean;
  /** Whether it is known by now what has happened before. */
  readonly looked: boolean;
}

const nothing: Done = { connected: false, asked: false, answered: false };

export const useChecklistStore = create<ChecklistState>()(
  persist((): ChecklistState => ({ done: nothing, open: false, looked: false }), {
    name: "gatehouse-checklist",
    version: 1,
    partialize: ({ done, open }) => ({ done, open }),
  }),
);

export function openChecklist(open: boolean): void {
  useChecklistStore.setState({ open });
}

export function isComplete(done: Done): boolean {
  return checklistSteps.every((step) => done[step]);
}

/** Ticks the steps as they happen, wherever the person is. What was done once stays done. */
export function useChecklistProgress(): void {
  const connectors = useConnectors();
  const agents = useLive("listAgents").data;
  const feed = useLive("listFeed").data;
  const isReal = ({ agentDid }: { readonly agentDid: string }): boolean =>
    agentDid !== tourAgent && !isTestCaller(agentDid);
  const connected = agents?.some(isReal) === true || connectors?.some(({ state }) => state === "connected") === true;
  const asked = feed?.some(isReal) === true;
  const answered = feed?.some(({ decider }) => decider === "human") === true;
  const looked = connectors !== undefined && agents !== undefined && feed !== undefined;
  useEffect(() => {
    const { done } = useChecklistStore.getState();
    const next = {
      connected: done.connected || connected,
      asked: done.asked || asked,
      answered: done.answered || answered,
    };
    if (checklistSteps.some((step) => next[step] !== done[step])) useChecklistStore.setState({ done: next });
    useChecklistStore.setState({ looked });
  }, [connected, asked, answered, looked]);
}
