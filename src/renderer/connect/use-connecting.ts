// Connecting step by step: the plan, the change that was confirmed, and the test call afterwards.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectorPlan, ConnectorScope, ConnectorTest, ConnectorView } from "../../shared/contract/connector.ts";
import { call } from "../state/bridge.ts";
import type { Connecting } from "../state/ui-store.ts";

export type Progress =
  | { readonly step: "plan" }
  | { readonly step: "writing" }
  | { readonly step: "testing"; readonly view: ConnectorView }
  | { readonly step: "done"; readonly view: ConnectorView; readonly test?: ConnectorTest }
  | { readonly step: "failed"; readonly message: string };

export interface ConnectingState {
  readonly plan: ConnectorPlan | undefined;
  /** Why there is no plan. */
  readonly problem: string | undefined;
  readonly progress: Progress;
  /** Makes exactly the change that is shown. */
  readonly confirm: () => void;
  /** Looks at the files again. */
  readonly again: () => void;
}

export function useConnecting({ id, action }: Connecting, scope: ConnectorScope | undefined): ConnectingState {
  const [progress, setProgress] = useState<Progress>({ step: "plan" });
  const direction = action === "disconnect" ? "disconnect" : "connect";
  const planned = useQuery({
    queryKey: ["planConnector", id, direction, scope],
    queryFn: () => call("planConnector", { id, action: direction, ...(scope === undefined ? {} : { scope }) }),
    enabled: scope !== undefined && progress.step === "plan",
    // What is shown is what will be written: never from an earlier look.
    staleTime: 0,
    gcTime: 0,
  });
  const plan = scope === undefined ? undefined : planned.data;

  async function run({ digest }: ConnectorPlan, where: ConnectorScope): Promise<void> {
    setProgress({ step: "writing" });
    try {
      const view = await call("applyConnector", { id, action: direction, scope: where, digest });
      if (direction === "disconnect") return setProgress({ step: "done", view });
      setProgress({ step: "testing", view });
      const test = await call("testConnector", { id, scope: where });
      return setProgress({ step: "done", view, test });
    } catch (error) {
      return setProgress({ step: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    plan,
    problem: scope === undefined ? undefined : planned.error?.message,
    progress,
    confirm: () => {
      if (plan !== undefined && scope !== undefined) void run(plan, scope);
    },
    again: () => {
      setProgress({ step: "plan" });
      void planned.refetch();
    },
  };
}
