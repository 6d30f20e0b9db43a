// Endpoints: where the engine's local sockets are. The engine listens there, the command and agents look there.

export interface Endpoints {
  /** For agents: A2G in lines. */
  readonly agent: string;
  /** For people: the operations of the contract in lines. Only the owner of the data directory gets in. */
  readonly operator: string;
}

/** Sockets in the data directory; on Windows named pipes, which have no directory, called after its hash. */
export function endpointsOf(dataDirectory: string, platform: string, sha256: (text: string) => string): Endpoints {
  if (platform === "win32") {
    // The same folder in another spelling is the same engine.
    const hash = sha256(dataDirectory.replaceAll("/", "\\").toLowerCase()).slice(0, 16);
    return { agent: `\\\\.\\pipe\\gatehouse-${hash}-agent`, operator: `\\\\.\\pipe\\gatehouse-${hash}-operator` };
  }
  return { agent: `${dataDirectory}/agent.sock`, operator: `${dataDirectory}/operator.sock` };
}
