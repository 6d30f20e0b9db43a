// The line with which a running Gatehouse says where it listens, for the program that started it.

export interface ReadyAddress {
  readonly http: string;
  readonly ws: string;
  readonly dataDirectory: string;
  readonly agentSocket?: string | undefined;
  readonly operatorSocket?: string | undefined;
}

export function readyLine(address: ReadyAddress, pid: number): string {
  return JSON.stringify({
    event: "ready",
    http: address.http,
    ws: address.ws,
    data_dir: address.dataDirectory,
    pid,
    agent_socket: address.agentSocket,
    operator_socket: address.operatorSocket,
  });
}
