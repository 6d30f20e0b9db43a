// Sockets that whoever started this process has opened already, as systemd does: an agent's first question starts the engine.

interface Inherited {
  readonly LISTEN_PID?: string | undefined;
  readonly LISTEN_FDS?: string | undefined;
  readonly LISTEN_FDNAMES?: string | undefined;
}

const firstDescriptor = 3;

/** Descriptors by the names their units give them. Empty when they are meant for another process, or for nobody. */
export function inheritedSockets(environment: Inherited, pid: number): ReadonlyMap<string, number> {
  const count = Number(environment.LISTEN_FDS ?? "0");
  if (environment.LISTEN_PID !== String(pid) || !Number.isInteger(count)) return new Map();
  const names = (environment.LISTEN_FDNAMES ?? "").split(":").slice(0, count);
  return new Map(names.map((name, index) => [name, firstDescriptor + index]));
}

let sockets: Map<string, number> | undefined;

/** Each is handed out once. The variables go, so that programs this one starts do not take them for theirs. */
export function takeInherited(name: string): number | undefined {
  if (sockets === undefined) {
    sockets = new Map(inheritedSockets(process.env, process.pid));
    for (const variable of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete process.env[variable];
  }
  const descriptor = sockets.get(name);
  sockets.delete(name);
  return descriptor;
}
