// The DID of an agent whose protocol names it by any text and has no keys (AOS, A2E): the rest of Gatehouse names agents by DID.
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Sha256 } from "../../engine/ports.ts";

/** Leaves room for the other parts; the digest tells longer names apart. */
const longestName = 120;

/** A2A and MCP messages say nothing about who sends them, unless they bring a context along. */
export const unnamedAgent = "did:aeon:unnamed:aos:none";

/**
 * did:aeon:<id>:<protocol>:<digest>. The id is percent-encoded; the digest is the start of the SHA-256 of the id as it was given. Version and
 * provider are no part of it, so that an agent that comes back as a new version is still the agent whose tools are remembered.
 */
export function agentDidOf(protocol: "aos" | "a2e", agentId: string, sha256: Sha256): string {
  const key = `${protocol} ${agentId}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const did = makeDid(protocol, agentId, sha256);
  if (agentId.length <= longestKnown) known.set(key, did);
  return did;
}

/** An agent names itself in every message, and several places ask for its DID. */
const known = new BoundedMap<string, string>(1000);
const longestKnown = 256;

function makeDid(protocol: "aos" | "a2e", agentId: string, sha256: Sha256): string {
  const name = encodeURIComponent(agentId.toWellFormed()).replaceAll(/[!'()*~]/gu, escaped);
  // An escape is never cut in half.
  const short = name.slice(0, longestName).replace(/%[0-9A-F]?$/u, "");
  return `did:aeon:${short}:${protocol}:${sha256(agentId).slice(0, 16)}`;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
