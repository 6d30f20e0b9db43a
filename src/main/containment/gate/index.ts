// The network gate of contained runs: what the rest of Gatehouse uses of it.
export { createGates } from "./gates.ts";
export { loadKnownHosts } from "./known-hosts.ts";
export { createRunGates } from "./open-gate.ts";
