// Endpoints: where the engine's local sockets are. The engine listens there, the command and agents look there.

export interface Endpoints {
  /** The folder that holds the sockets; undefined on Windows, where pipes have none. It must belong to the owner alone. */
  readonly folder: string | undefined;
  /** For agents: A2G in lines. */
  readonly agent: string;
  /** For agents: A2E in lines. */
  readonly a2e: string;
  /** For hooks of agents: HTTP. */
  readonly hooks: string;
  /** For the launcher: opens contained runs. */
  readonly runs: string;
  /** For people: the operations of the contract in lines. Only the owner of the data directory gets in. */
  readonly operator: string;
}

export interface Surroundings {
  readonly platform: string;
  /** A folder with a short path, for data directories whose own is too long for a socket. Others may write there. */
  readonly temporary: string;
  /** Told apart by user, so that one user's folder is never in another's way. */
  readonly user: number;
  readonly sha256: (text: string) => string;
}

/** The address of a Unix socket is short: 104 bytes on macOS, with the final zero. */
const longestPath = 103;

/** Sockets in the data directory; on Windows named pipes, which have no directory, called after its hash. */
export function endpointsOf(dataDirectory: string, { platform, temporary, user, sha256 }: Surroundings): Endpoints {
  if (platform === "win32") {
    // The same folder in another spelling is the same engine.
    const hash = sha256(dataDirectory.replaceAll("/", "\\").toLowerCase()).slice(0, 16);
    return named(undefined, (name) => `\\\\.\\pipe\\gatehouse-${hash}-${name}`);
  }
  const longest = encodeURIComponent(`${dataDirectory}/run-0123456789ab.sock`).replaceAll(/%../g, "x").length;
  if (longest > longestPath) {
    return inFolder(`${temporary}/gatehouse-${user}-${sha256(dataDirectory).slice(0, 16)}`);
  }
  return inFolder(dataDirectory);
}

function inFolder(folder: string): Endpoints {
  return named(folder, (name) => `${folder}/${name}.sock`);
}

function named(folder: string | undefined, pathOf: (name: string) => string): Endpoints {
  return {
    folder,
    agent: pathOf("agent"),
    a2e: pathOf("a2e"),
    hooks: pathOf("hooks"),
    runs: pathOf("runs"),
    operator: pathOf("operator"),
  };
}
