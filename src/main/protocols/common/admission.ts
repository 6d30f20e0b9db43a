// Agents that do not know they are registered: a name is registered for them, and renewed when its session has expired.
import type { Clock } from "../../engine/ports.ts";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { rpcCodes, type Caller, type RpcError } from "../../../shared/lib/rpc.ts";
import { belongsToAnother, type Identity, type Source } from "./identity.ts";

const mostRemembered = 1000;

export interface AdmittedAgent {
  readonly agentDid: string;
  /** For people. */
  readonly name: string;
  readonly runtime: "hook" | "mcp";
}

/** The DID the caller acts under, or why it may not. */
export type Admission = (agent: AdmittedAgent, method: string, caller: Caller) => Result<string, string>;

export function createAdmission({
  clock,
  identity,
}: {
  readonly clock: Clock;
  readonly identity: Identity;
}): Admission {
  const registered = new BoundedMap<string, true>(mostRemembered);

  function admit({ agentDid, name, runtime }: AdmittedAgent, method: string, source: Source): Result<string, RpcError> {
    const register = () => identity.register({ agent_did: agentDid, metadata: { name, runtime } }, source, clock.now());
    if (!registered.has(agentDid)) {
      const known = register();
      if (!known.ok) return known;
      registered.set(agentDid, true);
    }
    const sender = identity.authenticate({ agent_did: agentDid }, method, source, clock.now());
    const again = !sender.ok && sender.error.code === rpcCodes.sessionExpired ? register() : sender;
    return again.ok ? ok(agentDid) : again;
  }

  return (agent, method, { peer }) => {
    const source = { peer };
    const first = admit(agent, method, source);
    // A second session beside the first has a name of its own: whoever else runs the program must not inherit its grants.
    const known =
      first.ok || !belongsToAnother(first.error)
        ? first
        : admit({ ...agent, agentDid: `${agent.agentDid}-${peerKey(peer)}` }, method, source);
    return known.ok ? known : fail(known.error.message);
  };
}
