// What the gate of one run does with a host: lets it through, refuses it, or asks. By name first, then by the addresses behind it.
import { BlockList, isIP } from "node:net";
import { matchesDomain } from "../../engine/rules/glob.ts";
import type { Profile } from "../../../shared/containment/index.ts";
import { isNear, isOwnPort } from "../../sandbox/network/own-addresses.ts";

export interface GateRules {
  readonly network: Profile["network"];
  /** The policy's list; an empty one is none. */
  readonly allowed: readonly string[];
  readonly blocked: readonly string[];
  /** Hosts of package registries: allowed without a question where the policy has no list of its own. */
  readonly registries: readonly string[];
  /** Where the agent's model is. */
  readonly model: readonly string[];
  /** Hosts an agent asks for by itself and can do without: refused without a question. */
  readonly unneeded: readonly string[];
  /** Services on this machine or its network that may be reached, each by name or address. */
  readonly local: readonly string[];
}

export type RefusalReason = "no_network" | "blocked" | "not_listed" | "unneeded" | "local" | "gatehouse" | "mismatch";

export type HostAnswer =
  | { readonly kind: "allow" }
  | { readonly kind: "ask" }
  | { readonly kind: "refuse"; readonly reason: RefusalReason };

const refuse = (reason: RefusalReason): HostAnswer => ({ kind: "refuse", reason });
const allow: HostAnswer = { kind: "allow" };

/** By the name alone. Deny beats allow. */
export function hostAnswer(rules: GateRules, host: string, port: number): HostAnswer {
  const covered = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matchesDomain(pattern, host, port));
  if (covered(rules.blocked)) return refuse("blocked");
  if (covered(rules.model)) return allow;
  if (rules.network === "none" || rules.network === "model") return refuse("no_network");
  if (isNamed(rules.local, host, port)) return allow;
  if (isLocalName(host) && !covered(rules.allowed)) return refuse("local");
  if (rules.allowed.length > 0) return covered(rules.allowed) ? allow : refuse("not_listed");
  if (covered(rules.registries)) return allow;
  if (covered(rules.unneeded)) return refuse("unneeded");
  return rules.network === "open" ? allow : { kind: "ask" };
}

/**
 * Names that can only lead to this machine or its network: nobody is asked about them. Others are not looked up before
 * they are allowed, because a name can carry a message to whoever answers for it.
 */
function isLocalName(host: string): boolean {
  if (isIP(host) !== 0) return false;
  return !host.includes(".") || /\.(?:localhost|localdomain|local|internal|home\.arpa)$/.test(host);
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["192.0.0.0", 24],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv4");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("ff00::", 8, "ipv6");

/** Networks in which another address is written: NAT64, 6to4. What they lead to counts. */
const embedded = /^(?:::ffff:|64:ff9b::)(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Addresses nobody reaches from the internet, whatever name leads there. */
export function isPrivate(given: string): boolean {
  const address = embedded.exec(given)?.[1] ?? given.replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 0) return true;
  if (family === 6 && /^(?:64:ff9b:|2002:)/i.test(address)) return true;
  return isNear(address) || privateNetworks.check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * By the address that will be connected to. What lies on this machine or its network must be listed outright, whoever
 * allowed the name; Gatehouse's own ports are never reached.
 */
export function addressRefusal(
  rules: GateRules,
  host: string,
  port: number,
  address: string,
): RefusalReason | undefined {
  if (!isPrivate(address)) return undefined;
  if (isNear(address) && isOwnPort(port)) return "gatehouse";
  const listed = [...rules.local, ...rules.allowed, ...rules.model];
  return isNamed(listed, host, port) ? undefined : "local";
}

/** Named outright, not by a wildcard. */
function isNamed(patterns: readonly string[], host: string, port: number): boolean {
  return patterns.some((pattern) => !pattern.startsWith("*") && matchesDomain(pattern, host, port));
}
