// A working day before the console opens, lived through by the real engine and written into a throw-away data directory.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredAgent } from "../src/main/identity/agent.ts";
import { systemClock } from "../src/main/machine/clock.ts";
import { openLedger } from "../src/main/store/ledger.ts";
import type { HeldApproval } from "../src/shared/domain/approval.ts";
import { day, hour, minute, second } from "../src/shared/lib/clock.ts";
import type { Duration, Scope } from "../src/shared/domain/directive.ts";
import { agents, type Ask, type DemoAgent } from "./agents.ts";
import { publicKeyOf } from "./keys.ts";
import { createPastEngine, type PastEngine } from "./past-engine.ts";
import { createRandom, type Random } from "../scripts/random.ts";

export interface HistoryOptions {
  readonly directory: string;
  /** The moment the console opens. */
  readonly now: number;
  readonly seed: number;
  readonly hours: number;
}

const seldomShare = 0.045;
const entriesAtOnce = 256;

export async function writeHistory({ directory, now, seed, hours }: HistoryOptions): Promise<number> {
  const start = now - hours * hour;
  const past = createPastEngine(start);
  const chance = createRandom(seed);
  let number = 0;
  while (past.now() < now - 2 * minute) {
    number += 1;
    await work(past, chance, number);
    // Busy stretches and coffee.
    const busy = Math.sin((past.now() - start) / (25 * minute)) > -0.5;
    await past.pass((busy ? 4 + chance.below(25) : 40 + chance.below(200)) * second);
  }
  past.engine.approvals.stop();
  await store(directory, past, now);
  return past.entries.length;
}

async function work(past: PastEngine, chance: Random, number: number): Promise<void> {
  const agent = chance.pick(agents.flatMap((each) => Array.from({ length: each.share }, () => each)));
  const seldom = chance.next() < seldomShare;
  const ask = chance.pick(seldom ? agent.seldom : agent.daily);
  const intentId = `${agent.name.toLowerCase().replaceAll(" ", "-")}-${number.toString(16).padStart(5, "0")}`;
  const answer = await past.engine.submit(intentOf(agent, ask, intentId, number));
  if (!answer.ok) throw new Error(answer.error);
  await past.pass(chance.below(3) * second);
  if (answer.value.outcome === "ESCALATE") await decide(past, chance);
  else if (answer.value.outcome !== "DENIED") await report(past, chance, agent, intentId);
}

function intentOf(agent: DemoAgent, ask: Ask, intentId: string, number: number) {
  return {
    intentId,
    agentDid: agent.did,
    tool: ask.tool,
    arguments: ask.arguments,
    context: {
      sessionId: `${agent.name.toLowerCase().replaceAll(" ", "-")}-${Math.floor(number / 120) + 1}`,
      workingDirectory: agent.project,
      workspace: agent.project,
      ...(ask.reasoning === undefined ? {} : { reasoning: ask.reasoning }),
    },
    protocol: agent.protocol,
  };
}

async function report(past: PastEngine, chance: Random, agent: DemoAgent, intentId: string): Promise<void> {
  const durationMs = 20 + chance.below(4000);
  await past.pass(durationMs);
  await past.engine.reports.take({
    agentDid: agent.did,
    intentId,
    status: chance.next() < 0.94 ? "SUCCESS" : "FAILURE",
    metrics: { duration_ms: durationMs },
  });
}

/** People approve most of what they are shown, now and then for longer; sometimes nobody is there. */
async function decide(past: PastEngine, chance: Random): Promise<void> {
  const held = past.engine.approvals.list().at(-1);
  if (held === undefined) return;
  const mood = chance.next();
  if (mood > 0.9) return past.pass(11 * minute);
  await past.pass((3 + chance.below(50)) * second);
  const { scope, duration } = reachOf(held, chance);
  const { approvalId, digest, intent } = held;
  const decision = mood < 0.72 ? "approve" : "deny";
  const answer = { approvalId, digest, decision, scope, duration } as const;
  const resolved = await past.engine.approvals.resolve(answer, "console");
  if (!resolved.ok) {
    await past.engine.approvals.resolve({ ...answer, scope: "exact", duration: "once" }, "console");
    return;
  }
  const agent = agents.find((each) => each.did === intent.agentDid);
  if (decision === "approve" && agent !== undefined) await report(past, chance, agent, intent.intentId);
}

/** What is to wait when the console opens must not be covered by then. */
const neverLasting = /--force|--access public|credentials|apt-get|rm -rf/;

function reachOf(held: HeldApproval, chance: Random): { readonly scope: Scope; readonly duration: Duration } {
  const lasting = chance.next() < 0.5 && !neverLasting.test(held.facts.command ?? "--force");
  return lasting ? { scope: "exact", duration: "session" } : { scope: "exact", duration: "once" };
}

async function store(directory: string, past: PastEngine, now: number): Promise<void> {
  writeFileSync(join(directory, "policy.yaml"), past.policyText(), { mode: 0o600 });
  const ledger = await openLedger({ directory, clock: systemClock });
  for (let index = 0; index < past.entries.length; index += entriesAtOnce) {
    await ledger.append(past.entries.slice(index, index + entriesAtOnce));
  }
  for (const agent of agents) {
    const stored = storedAgent(agent, past, now);
    ledger.saveState({ kind: "agents", id: agent.did, body: JSON.stringify(stored) });
  }
  for (const grant of past.grants.values()) {
    ledger.saveState({ kind: "grants", id: grant.grantId, body: JSON.stringify(grant) });
  }
  await ledger.close();
}

function storedAgent(agent: DemoAgent, past: PastEngine, now: number): StoredAgent {
  const { intents, denied, highestLevel } = past.tally.get(agent.did) ?? {
    intents: 0,
    denied: 0,
    highestLevel: "LOW",
  };
  return {
    agentDid: agent.did,
    name: agent.name,
    version: agent.version,
    registered: agent.capabilities.length > 0,
    ...(agent.capabilities.length > 0
      ? { publicKey: publicKeyOf(agent.name), capabilitiesRequested: agent.capabilities }
      : {}),
    pairing: "accepted",
    halted: false,
    capabilitiesRevoked: [],
    firstSeenAt: now - (3 + agent.share * 7) * day,
    lastSeenAt: now - agent.share * minute,
    intents,
    denied,
    highestLevel,
  };
}
