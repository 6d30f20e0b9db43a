// Where the engine listens: known once it does, written to the address file, and told to people when a port was taken.
import type { Endpoints } from "../../shared/local/endpoints.ts";
import type { Listeners } from "../server/index.ts";
import type { ReadyAddress } from "./ready-line.ts";

export interface GatehouseAddress {
  readonly http: string;
  readonly ws: string;
  readonly a2e: string;
  readonly dataDirectory: string;
  readonly agentSocket: string | undefined;
  readonly operatorSocket: string | undefined;
  readonly a2eSocket: string | undefined;
}

export interface Addresses {
  /** Without the network's addresses until the listeners are open. */
  readonly current: () => GatehouseAddress;
  readonly listeners: () => Listeners | undefined;
  readonly movedPorts: () => readonly string[];
  /** Over HTTP: the engine must not ask itself for a score. */
  readonly own: () => readonly string[];
  readonly opened: (listeners: Listeners, wanted: WantedPorts) => void;
}

export function createAddresses(dataDirectory: string, endpoints: Endpoints): Addresses {
  let listeners: Listeners | undefined;
  let moved: readonly string[] = [];
  let address: GatehouseAddress = {
    http: "",
    ws: "",
    a2e: "",
    dataDirectory,
    agentSocket: endpoints.agent,
    operatorSocket: endpoints.operator,
    a2eSocket: endpoints.a2e,
  };
  return {
    current: () => address,
    listeners: () => listeners,
    movedPorts: () => moved,
    own: () => (listeners === undefined ? [] : [listeners.httpUrl, listeners.plainUrl ?? ""]),
    opened(open, wanted) {
      listeners = open;
      moved = movedPorts(wanted, open);
      address = { ...address, http: open.httpUrl, ws: open.wsUrl, a2e: open.a2e[0] ?? "" };
    },
  };
}

/** For programs that look for the running engine. */
export function addressText(
  address: ReadyAddress,
  scoreRiskUrl: string | undefined,
  pid: number,
  version: string,
): string {
  const content = {
    http: address.http,
    ws: address.ws,
    a2e: address.a2e,
    score_risk: scoreRiskUrl ?? `${address.http}/score_risk`,
    agent_socket: address.agentSocket,
    a2e_socket: address.a2eSocket,
    operator_socket: address.operatorSocket,
    pid,
    version,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

export interface WantedPorts {
  readonly main: number;
  readonly scoreRisk: number;
  readonly a2e: number;
}

/** One sentence for each port that another program had; 0 asked for any. */
function movedPorts(
  wanted: WantedPorts,
  listeners: Pick<Listeners, "httpUrl" | "plainUrl" | "a2e">,
): readonly string[] {
  const pairs = [
    { name: "Gatehouse", port: wanted.main, url: listeners.httpUrl },
    { name: "/score_risk", port: wanted.scoreRisk, url: listeners.plainUrl },
    { name: "A2E", port: wanted.a2e, url: listeners.a2e[0] },
  ];
  return pairs.flatMap(({ name, port, url }) =>
    port === 0 || url === undefined || Number(new URL(url).port) === port
      ? []
      : [`Port ${port} is used by another program: ${name} listens on ${url} instead.`],
  );
}
