// Peer key: one text for everything that budgets and memories count by peer. Agents choose names, not this.
import { agentTree } from "./agent-process.ts";
import type { Peer } from "./peer.ts";

const known = new WeakMap<Peer, string>();

/**
 * The process an agent was started as, so that the helpers it starts count as the agent. Where the system does not tell
 * processes, the user; where it tells nothing, everybody who showed a token.
 */
export function peerKey(peer: Peer): string {
  const before = known.get(peer);
  if (before !== undefined) return before;
  const root = agentTree(peer).at(-1);
  const user = peer.uid === undefined ? "token" : `user-${peer.uid}`;
  const key = root === undefined ? user : `${user}-process-${root.pid}-${root.startedAt}`;
  known.set(peer, key);
  return key;
}
