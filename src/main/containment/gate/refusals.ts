// What a program that was refused reads: why, and what to do about it. Agents hand it to their model.
import type { RefusalReason } from "./rules.ts";

export type Refusal = RefusalReason | "denied" | "unanswered" | "invalid" | "unknown_host" | "unreachable" | "closing";

const sentences: Readonly<Record<Refusal, string>> = {
  no_network: "this run has no network. Start it with another profile if it needs one.",
  blocked: "the policy blocks this host (network.blocked_domains).",
  not_listed: "the policy has a list of hosts and this one is not on it. Add it to network.allowed_domains.",
  unneeded:
    "this host is not needed for the work and is refused without a question. Add it to network.allowed_domains if it is.",
  local: "it leads to this machine or a private network. Add it to network.local_hosts in the policy, with its port.",
  gatehouse: "it leads to Gatehouse itself, which a contained run never reaches.",
  mismatch: "the connection asked for another server than the one it was opened to.",
  denied: "a human or a rule refused it. Do not try other ways to reach it; tell the user if the work needs it.",
  unanswered: "nobody has answered in time. Try again: the request is shown to the user once more.",
  invalid: "this is no address that can be reached through the gate. Use http://host/… or CONNECT host:port.",
  unknown_host: "no address was found for this name.",
  unreachable: "the host did not accept the connection.",
  closing: "the run is ending.",
};

/** One sentence; what was refused comes first. */
export function refusalSentence(refusal: Refusal, target: string, detail?: string): string {
  // oxlint-disable-next-line no-control-regex -- names come from inside the sandbox and end up in terminals
  const shown = target.slice(0, 200).replaceAll(/[^\x21-\x7e]/g, "?");
  const more = detail === undefined || detail === "" ? "" : ` ${detail}`;
  return `Gatehouse: ${shown === "" ? "the request" : shown} was not reached: ${sentences[refusal]}${more}\n`;
}

/** Nothing is wrong with the request itself, but with the way there. */
const gatewayFaults: ReadonlySet<Refusal> = new Set(["unknown_host", "unreachable", "closing"]);

export function statusOf(refusal: Refusal): number {
  if (refusal === "invalid") return 400;
  return gatewayFaults.has(refusal) ? 502 : 403;
}

export function refusalHeaders(refusal: Refusal, sentence: string): Readonly<Record<string, string | number>> {
  return {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(sentence),
    "x-gatehouse-refusal": refusal,
    connection: "close",
  };
}
