// The line with which a running Gatehouse says where it listens, for the program that started it.

export interface ReadyAddress {
  readonly http: string;
  readonly ws: string;
  readonly dataDirectory: string;
  /** "tcp://127.0.0.1:3001". */
  readonly a2e: string;
  readonly a2eSocket?: string | undefined;
  readonly agentSocket?: string | undefined;
  readonly operatorSocket?: string | undefined;
}

export function readyLine(address: ReadyAddress, pid: number): string {
  return JSON.stringify({
    event: "ready",
    http: address.http,
    ws: address.ws,
    a2e: address.a2e,
    data_dir: address.dataDirectory,
    pid,
    agent_socket: address.agentSocket,
    a2e_socket: address.a2eSocket,
    operator_socket: address.operatorSocket,
  });
}
