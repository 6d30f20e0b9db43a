// The way to one host: its rule, a human's answer where one is needed, its addresses, and a connection to one of those.
import { lookup as systemLookup } from "node:dns/promises";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Refusal } from "./refusals.ts";
import { addressRefusal, type GateRules, hostAnswer, type RefusalReason } from "./rules.ts";
import type { Traffic } from "./traffic.ts";

export type HostDecision =
  | { readonly allowed: true; readonly holdsMs: number }
  | { readonly allowed: false; readonly refusal: "denied" | "unanswered"; readonly detail?: string };

export interface WayPorts {
  readonly rules: () => GateRules;
  /** Asks the engine, which may ask a human. Never rejects. */
  readonly ask: (host: string, port: number) => Promise<HostDecision>;
  /** What the gate refused by itself. */
  readonly refused: (host: string, port: number, reason: RefusalReason) => void;
  readonly traffic: Traffic;
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
}

export type Way =
  | { readonly kind: "open"; readonly dial: () => Socket }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly detail?: string };

export interface WaysOut {
  readonly to: (host: string, port: number) => Promise<Way>;
  /** What was allowed before is asked for again. */
  readonly forget: () => void;
}

/** Names are looked up again after this: an answer must not outlive the name by much. */
const addressesLast = 30_000;
/** Which ports are Gatehouse's own is read from the system: not anew for each of a hundred packages. */
const checksLast = 1000;
const mostRemembered = 1000;
const connectWithin = 30_000;

export function createWaysOut(ports: WayPorts): WaysOut {
  const answers = new BoundedMap<string, number>(mostRemembered);
  const asking = new Map<string, Promise<HostDecision>>();
  const addresses = new BoundedMap<string, { readonly found: readonly string[]; readonly until: number }>(
    mostRemembered,
  );

  const checked = new BoundedMap<string, { readonly refusal: RefusalReason | undefined; readonly until: number }>(
    mostRemembered,
  );

  /** Identical questions wait for one answer. */
  async function ask(host: string, port: number): Promise<HostDecision> {
    const key = `${host}:${port}`;
    const until = answers.get(key);
    if (until !== undefined && performance.now() < until) return { allowed: true, holdsMs: 0 };
    const running = asking.get(key);
    if (running !== undefined) return running;
    const asked = ports.ask(host, port);
    asking.set(key, asked);
    try {
      const decision = await asked;
      if (decision.allowed) answers.set(key, performance.now() + decision.holdsMs);
      else answers.delete(key);
      return decision;
    } finally {
      asking.delete(key);
    }
  }

  async function resolved(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const known = addresses.get(host);
    if (known !== undefined && performance.now() < known.until) return known.found;
    const found = await (ports.resolve ?? resolveBySystem)(host).catch(() => []);
    if (found.length > 0) addresses.set(host, { found, until: performance.now() + addressesLast });
    return found;
  }

  function refusalOf(host: string, port: number, address: string): RefusalReason | undefined {
    const key = `${host} ${port} ${address}`;
    const known = checked.get(key);
    if (known !== undefined && performance.now() < known.until) return known.refusal;
    const refusal = addressRefusal(ports.rules(), host, port, address);
    checked.set(key, { refusal, until: performance.now() + checksLast });
    return refusal;
  }

  function refused(host: string, port: number, reason: RefusalReason): Way {
    ports.refused(host, port, reason);
    return { kind: "refused", refusal: reason };
  }

  async function to(host: string, port: number): Promise<Way> {
    const answer = hostAnswer(ports.rules(), host, port);
    if (answer.kind === "refuse") return refused(host, port, answer.reason);
    // An address that no answer could open is not worth a human's time.
    const early = isIP(host) === 0 ? undefined : refusalOf(host, port, host);
    if (early !== undefined) return refused(host, port, early);
    if (answer.kind === "ask") {
      const decision = await ask(host, port);
      if (!decision.allowed) {
        const { refusal, detail } = decision;
        return { kind: "refused", refusal, ...(detail === undefined ? {} : { detail }) };
      }
    }
    const found = await resolved(host);
    if (found.length === 0) return { kind: "refused", refusal: "unknown_host" };
    // One address inside is enough to refuse: the next connection might take that one.
    for (const address of found) {
      const reason = refusalOf(host, port, address);
      if (reason !== undefined) return refused(host, port, reason);
    }
    return { kind: "open", dial: () => dial(host, port, found, ports.traffic) };
  }

  return {
    to,
    forget: () => {
      answers.clear();
      checked.clear();
      addresses.clear();
    },
  };
}

function dial(host: string, port: number, found: readonly string[], traffic: Traffic): Socket {
  const socket = connect({
    host,
    port,
    lookup: fixedLookup(found),
    autoSelectFamily: true,
    allowHalfOpen: true,
    noDelay: true,
  });
  const limit = setTimeout(() => socket.destroy(new Error("No connection in time.")), connectWithin);
  socket.once("connect", () => clearTimeout(limit));
  socket.once("close", () => clearTimeout(limit));
  traffic.watch(host, port, socket);
  return socket;
}

/** Hands out the addresses that were checked, so that nothing is looked up between the check and the connection. */
function fixedLookup(found: readonly string[]): LookupFunction {
  return (_host, { all }, callback) => {
    const list = found.map((address) => ({ address, family: isIP(address) }));
    const [first] = list;
    if (all === true) callback(null, list);
    else callback(null, first?.address ?? "", first?.family ?? 0);
  };
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}
