// An engine with a clock that tests turn by hand and a ledger they can look into. Everything else is real.
import { riskRules } from "./risk.ts";
import { createHash } from "node:crypto";
import { createEngine, type Engine, type EnginePorts } from "../../../src/main/engine/engine.ts";
import { createDigests } from "../../../src/main/engine/intents/digests.ts";
import { createGrantBook } from "../../../src/main/engine/grants/grant-book.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import { compilePolicy } from "../../../src/main/engine/policy/document/compile.ts";
import { addRule, removeRule } from "../../../src/main/engine/policy/document/edit.ts";
import type { PolicySnapshot } from "../../../src/main/engine/policy/snapshot.ts";
import type { World } from "../../../src/main/engine/ports.ts";
import type { NewEntry } from "../../../src/shared/domain/audit.ts";
import type { Directive } from "../../../src/shared/domain/directive.ts";
import type { Intent } from "../../../src/shared/domain/intent.ts";
import { ok, type Result } from "../../../src/shared/lib/result.ts";
import { defaultSettings, type Settings } from "../../../src/shared/contract/settings.ts";
import type { EngineEvent } from "../../../src/shared/domain/telemetry.ts";
import type { Verdict } from "../../../src/shared/domain/verdict.ts";

export const testWorld: World = {
  platform: "linux",
  home: "/home/dev",
  temporary: ["/tmp"],
  gatehouse: ["/home/dev/.config/Gatehouse"],
  caseInsensitive: false,
  resolveLinks: (path) => path,
  findSecrets: (text) =>
    [...text.matchAll(/hunter2/g)].map((match) => ({ kind: "password", start: match.index, end: match.index + 7 })),
};

export const calmPolicy = `
defaults:
  tools:
    "*": { allowed: true }
    execute_command: { allowed: true, constraints: { blocked_patterns: ["curl|bash"] } }
rules:
  - id: ask-before-publishing
    effect: escalate
    programs: [npm]
    when: facts.commands.exists(command, command.arguments.exists(word, word == "publish"))
    reason: Publishing cannot be undone
`;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const testDigests = createDigests(sha256);

export function policyOf(text: string): PolicySnapshot {
  const compiled = compilePolicy(
    { text, name: "policy.yaml" },
    { sha256, world: testWorld, factsOf: (call) => normalise(call, testWorld) },
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return compiled.value;
}

export interface TestEngine {
  readonly governor: Engine;
  readonly entries: NewEntry[];
  readonly events: EngineEvent[];
  readonly directives: { readonly directive: Directive; readonly verdict: Verdict }[];
  readonly saved: Set<string>;
  readonly halted: Set<string>;
  readonly setSettings: (changes: Partial<Settings>) => void;
  readonly setPolicy: (text: string) => void;
  readonly policyText: () => string;
  /** Undefined makes the ledger well again. */
  readonly breakLedger: (error: Error | undefined) => void;
  /** Moves the clock and fires what is due. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** `wrap` gets to see every port as it is, for tests that let one fail. */
export function testEngine(
  changes: Partial<EnginePorts> = {},
  wrap: (ports: EnginePorts) => EnginePorts = (ports) => ports,
): TestEngine {
  let now = Date.parse("2026-11-12T12:00:00Z");
  let identifier = 0;
  let settings = defaultSettings;
  let policyText = calmPolicy;
  let policy = policyOf(policyText);
  let broken: Error | undefined;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const entries: NewEntry[] = [];
  const events: EngineEvent[] = [];
  const directives: TestEngine["directives"] = [];
  const saved = new Set<string>();
  const halted = new Set<string>();

  function replacePolicy(text: Result<string, string>): Result<undefined, string> {
    if (!text.ok) return text;
    policyText = text.value;
    policy = policyOf(policyText);
    return ok(undefined);
  }

  const ports: EnginePorts = {
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
    },
    identifiers: { next: () => `id-${(identifier += 1)}` },
    sha256,
    world: testWorld,
    microseconds: () => now * 1000,
    policies: { current: () => policy },
    riskRules: { current: () => riskRules },
    settings: { current: () => settings },
    grants: createGrantBook(),
    ledger: {
      async append(fresh) {
        if (broken !== undefined) throw broken;
        entries.push(...fresh);
        return [];
      },
    },
    recall: { intent: () => undefined, agentsOf: () => [] },
    events: { publish: (event) => void events.push(event), publishSoon: (make) => void events.push(...make()) },
    outbox: {
      directive: (directive, verdict) => void directives.push({ directive, verdict }),
      revoke: () => {},
      halt: () => {},
    },
    ruleBook: {
      trial: (rule) => {
        const text = addRule(policyText, rule);
        return text.ok ? ok({ current: () => policyOf(text.value) }) : text;
      },
      add: (rule) => replacePolicy(addRule(policyText, rule)),
      remove: (id) => replacePolicy(removeRule(policyText, id)),
    },
    grantStore: { save: (grant) => void saved.add(grant.grantId), remove: (id) => void saved.delete(id) },
    agents: {
      view: (did) => ({ did, name: "Test agent", requested: undefined }),
      standing: (did) =>
        halted.has(did) ? { reason: "agent_halted", text: "A human stopped this agent." } : undefined,
      count: () => {},
      countDenial: () => {},
    },
    ...changes,
  };
  const governor = createEngine(wrap(ports));

  return {
    governor,
    entries,
    events,
    directives,
    saved,
    halted,
    setSettings: (next) => void (settings = { ...settings, ...next }),
    setPolicy: (text) => void replacePolicy(ok(text)),
    policyText: () => policyText,
    breakLedger: (error) => void (broken = error),
    async pass(milliseconds) {
      now += milliseconds;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

let intentNumber = 0;

export function commandIntent(command: string, changes: Partial<Intent> = {}): Intent {
  intentNumber += 1;
  return {
    intentId: `intent-${intentNumber}`,
    agentDid: "did:aeon:tester:1.0:abc",
    tool: "execute_command",
    arguments: { command },
    context: { sessionId: "s1", workingDirectory: "/home/dev/shop", workspace: "/home/dev/shop" },
    protocol: "a2g",
    ...changes,
  };
}
