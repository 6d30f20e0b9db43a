// Own addresses: which addresses lead to this machine, and which of its ports are Gatehouse's.
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { listeningPorts } from "./own-descriptors.ts";

/** Loopback, "any address", and what answers without a router, such as a cloud's metadata service. */
const always = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
] as const)
  always.addSubnet(network, prefix, "ipv4");
always.addAddress("::1", "ipv6");
always.addAddress("::", "ipv6");
always.addSubnet("fe80::", 10, "ipv6");

/** Whether connecting to this address may end on this machine. The addresses of its interfaces change while it runs. */
export function isNear(given: string): boolean {
  const address = given.replace(/%.*$/, "");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0 || always.check(address, family)) return true;
  const own = new BlockList();
  for (const { address: each } of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    own.addAddress(each.replace(/%.*$/, ""), isIP(each.replace(/%.*$/, "")) === 6 ? "ipv6" : "ipv4");
  return own.check(address, family);
}

/** Where the system does not say which ports are whose, each may be ours. */
export function isOwnPort(port: number): boolean {
  return process.platform !== "linux" || listeningPorts().has(port);
}
