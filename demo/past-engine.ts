// The real engine on a clock that is turned by hand: it lives through the demo's past and hands over what it recorded.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type Engine } from "../src/main/engine/engine.ts";
import { createGrantBook } from "../src/main/engine/grants/grant-book.ts";
import { normaliser } from "../src/main/engine/normalise/index.ts";
import { compilePolicy } from "../src/main/engine/policy/document/compile.ts";
import { addRule, removeRule } from "../src/main/engine/policy/document/edit.ts";
import type { PolicyTools } from "../src/main/engine/policy/document/compile-rules.ts";
import type { World } from "../src/main/engine/ports.ts";
import { sha256 } from "../src/main/machine/clock.ts";
import { builtInRiskRules } from "../src/main/machine/packs/built-in.ts";
import { findSecrets } from "../src/main/machine/secrets/secrets.ts";
import { usualWorld } from "../src/main/machine/world.ts";
import type { Grant } from "../src/shared/domain/approval.ts";
import type { NewEntry } from "../src/shared/domain/audit.ts";
import { fail, ok, type Result } from "../src/shared/lib/result.ts";
import { defaultSettings } from "../src/shared/contract/settings.ts";
import { type RiskLevel, riskLevels } from "../src/shared/domain/verdict.ts";
import { agents } from "./agents.ts";

export interface Tally {
  readonly intents: number;
  readonly denied: number;
  readonly highestLevel: RiskLevel;
}

export interface PastEngine {
  readonly engine: Engine;
  readonly entries: readonly NewEntry[];
  readonly grants: ReadonlyMap<string, Grant>;
  readonly policyText: () => string;
  /** What each agent has asked for and been denied. */
  readonly tally: ReadonlyMap<string, Tally>;
  readonly now: () => number;
  /** Moves the clock and lets what is due happen. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

const template = join(import.meta.dirname, "../resources/policies/balanced.yaml");
const world: World = { ...usualWorld, home: "/home/anna", gatehouse: ["/home/anna/.config/Gatehouse"], findSecrets };
const riskRules = builtInRiskRules(join(import.meta.dirname, "../resources"), world);

export function createPastEngine(start: number): PastEngine {
  let now = start;
  let identifier = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const entries: NewEntry[] = [];
  const grants = new Map<string, Grant>();
  const tally = new Map<string, Tally>();
  const tools: PolicyTools = { sha256, world, factsOf: normaliser(world) };
  let policyText = readFileSync(template, "utf8");
  let policy = compiled(policyText);

  function compiled(text: string) {
    const result = compilePolicy({ text, name: "policy.yaml" }, tools);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  }
  function replace(text: Result<string, string>): Result<undefined, string> {
    if (!text.ok) return text;
    policyText = text.value;
    policy = compiled(policyText);
    return ok(undefined);
  }

  const engine = createEngine({
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run };
        timers.push(timer);
        return () => void (timers = timers.filter((each) => each !== timer));
      },
    },
    identifiers: {
      next() {
        identifier += 1;
        return `demo-${identifier.toString(16).padStart(12, "0")}`;
      },
    },
    sha256,
    world,
    // The past is lived through now, so what its decisions took is real.
    microseconds: () => performance.now() * 1000,
    policies: { current: () => policy },
    riskRules: { current: () => riskRules },
    settings: { current: () => defaultSettings },
    grants: createGrantBook(),
    ledger: {
      append(fresh) {
        entries.push(...fresh);
        return Promise.resolve([]);
      },
    },
    recall: { intent: () => undefined, agentsOf: () => [] },
    events: { publish: () => undefined, publishSoon: () => undefined },
    outbox: { directive: () => undefined, revoke: () => undefined, halt: () => undefined },
    ruleBook: {
      trial(rule) {
        const text = addRule(policyText, rule);
        if (!text.ok) return text;
        const trial = compilePolicy({ text: text.value, name: "policy.yaml" }, tools);
        return trial.ok ? ok({ current: () => trial.value }) : fail(trial.error[0]?.message ?? "");
      },
      add: (rule) => replace(addRule(policyText, rule)),
      remove: (id) => replace(removeRule(policyText, id)),
    },
    grantStore: {
      save: (grant) => void grants.set(grant.grantId, grant),
      remove: (grantId) => void grants.delete(grantId),
    },
    agents: {
      view: (did) => ({ did, name: agents.find((agent) => agent.did === did)?.name ?? did, requested: undefined }),
      standing: () => undefined,
      count(did, verdict) {
        const { intents, denied, highestLevel } = tally.get(did) ?? { intents: 0, denied: 0, highestLevel: "LOW" };
        const levels = [highestLevel, verdict.risk.level];
        tally.set(did, {
          intents: intents + 1,
          denied: denied + (verdict.outcome === "DENIED" ? 1 : 0),
          highestLevel: riskLevels.findLast((level) => levels.includes(level)) ?? highestLevel,
        });
      },
      countDenial(did) {
        const counted = tally.get(did);
        if (counted !== undefined) tally.set(did, { ...counted, denied: counted.denied + 1 });
      },
    },
  });

  return {
    engine,
    entries,
    grants,
    tally,
    policyText: () => policyText,
    now: () => now,
    async pass(milliseconds) {
      now += milliseconds;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
