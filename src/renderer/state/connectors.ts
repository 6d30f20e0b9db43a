// The agents on this machine and whether they ask: fetched once, then kept current by events.
import type { QueryClient } from "@tanstack/react-query";
import type { ConnectorScope, ConnectorView } from "../../shared/contract/connector.ts";
import type { EngineEvent } from "../../shared/domain/telemetry.ts";
import { second } from "../../shared/lib/clock.ts";
import { useAnswer } from "./answers.ts";

export const userScope: ConnectorScope = { kind: "user" };
const userKey = ["listConnectors", { scope: userScope }];
/** Listing asks the agents' programs: what was heard this recently is believed. */
const staleMs = 10 * second;
/** Events were left out; one of them may have been ours. */
const resyncMs = 30 * second;

export function useConnectors(): readonly ConnectorView[] | undefined {
  return useAnswer("listConnectors", { scope: userScope }, { staleMs }).data;
}

/** The agents whose hook was in place and does not run any more. */
export function driftedOf(connectors: readonly ConnectorView[]): readonly ConnectorView[] {
  return connectors.filter(
    ({ state, program }) => program !== undefined && (state === "changed" || state === "disabled"),
  );
}

export function applyConnectors(client: QueryClient, events: readonly EngineEvent[], resync: boolean): void {
  const last = events.findLast((event) => event.type === "connectors_changed");
  if (last !== undefined) {
    client.setQueryData(userKey, last.connectors);
    const isOther = ({ queryKey: [name, input] }: { queryKey: readonly unknown[] }): boolean =>
      name === "listConnectors" && JSON.stringify(input) !== JSON.stringify(userKey[1]);
    void client.invalidateQueries({ predicate: isOther });
  }
  const known = client.getQueryState(userKey);
  if (resync && known !== undefined && Date.now() - known.dataUpdatedAt > resyncMs)
    void client.invalidateQueries({ queryKey: userKey });
}
