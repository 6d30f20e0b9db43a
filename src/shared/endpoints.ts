// Endpoints: where the engine's local sockets are. The engine listens there, the command and agents look there.

export interface Endpoints {
  /** For agents: A2G in lines. */
  readonly agent: string;
  /** For agents: A2E in lines. */
  readonly a2e: string;
  /** For people: the operations of the contract in lines. Only the owner of the data directory gets in. */
  readonly operator: string;
}

export interface Surroundings {
  readonly platform: string;
  /** A folder with a short path, for data directories whose own is too long for a socket. */
  readonly temporary: string;
  readonly sha256: (text: string) => string;
}

/** The address of a Unix socket is short: 104 bytes on macOS, with the final zero. */
const longestPath = 103;

/** Sockets in the data directory; on Windows named pipes, which have no directory, called after its hash. */
export function endpointsOf(dataDirectory: string, { platform, temporary, sha256 }: Surroundings): Endpoints {
  if (platform === "win32") {
    // The same folder in another spelling is the same engine.
    const hash = sha256(dataDirectory.replaceAll("/", "\\").toLowerCase()).slice(0, 16);
    return named((name) => `\\\\.\\pipe\\gatehouse-${hash}-${name}`);
  }
  const longest = encodeURIComponent(`${dataDirectory}/operator.sock`).replaceAll(/%../g, "x").length;
  if (longest > longestPath) {
    const hash = sha256(dataDirectory).slice(0, 16);
    return named((name) => `${temporary}/gatehouse-${hash}-${name}.sock`);
  }
  return named((name) => `${dataDirectory}/${name}.sock`);
}

function named(pathOf: (name: string) => string): Endpoints {
  return { agent: pathOf("agent"), a2e: pathOf("a2e"), operator: pathOf("operator") };
}
