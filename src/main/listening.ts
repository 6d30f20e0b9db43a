// Where the engine listens, in words: the content of the address file, and what people read when a port was taken.
import type { ReadyAddress } from "./ready-line.ts";
import type { Listeners } from "./server/index.ts";

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
export function movedPorts(
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
