// A registry as one peer sees it, for tests in which it does not matter who calls.
import { createRegistry, type Registry, type RegistryOptions } from "../../../src/main/identity/registry.ts";
import type { Peer } from "../../../src/shared/local/peer.ts";

export interface OnePeerRegistry extends Omit<Registry, "register" | "authenticate"> {
  readonly register: (params: Parameters<Registry["register"]>[0], now: number) => ReturnType<Registry["register"]>;
  readonly authenticate: (
    params: Parameters<Registry["authenticate"]>[0],
    method: string,
    now: number,
  ) => ReturnType<Registry["authenticate"]>;
}

const somePeer: Peer = {
  uid: 1000,
  processes: [{ pid: 4711, startedAt: 1, program: "/usr/bin/agent", command: ["agent"], leadsSession: false }],
};

const someMachine: RegistryOptions["machine"] = { bootId: "this boot", isAlive: () => true };

export function onePeerRegistry(options: Omit<RegistryOptions, "machine">): OnePeerRegistry {
  const registry = createRegistry({ ...options, machine: someMachine });
  const source = { peer: somePeer };
  return {
    ...registry,
    register: (params, now) => registry.register(params, source, now),
    authenticate: (params, method, now) => registry.authenticate(params, method, source, now),
  };
}
