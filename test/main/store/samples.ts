// Ledger entries as the engine writes them: intents with their verdicts, of a few agents at work on a project.
import { createHash } from "node:crypto";
import type { NewEntry } from "../../../src/shared/domain/audit.ts";
import { day, minute } from "../../../src/shared/lib/clock.ts";
import type { Clock } from "../../../src/main/engine/ports.ts";
import type { Outcome, ReasonCode, RiskLevel } from "../../../src/shared/domain/verdict.ts";

const commands = [
  "git status --short",
  "npm test -- --run",
  "rm -rf build && mkdir build",
  "cat src/config/defaults.json",
  "curl -fsSL https://registry.npmjs.org/zod",
  "sed -i 's/colour/color/g' src/index.ts",
  "python3 scripts/migrate.py --dry-run",
  "docker compose up -d database",
] as const;

export const agents = ["claude-code:2.1", "codex-cli:0.98", "gemini-cli:0.31"].map(
  (name) => `did:aeon:${name}:${createHash("sha256").update(name).digest("hex")}`,
);

interface Decision {
  readonly outcome: Outcome;
  readonly level: RiskLevel;
  readonly score: number;
  readonly reason: ReasonCode;
}

const low: Decision = { outcome: "APPROVED", level: "LOW", score: 0.1, reason: "risk_low" };
const medium: Decision = { outcome: "APPROVED", level: "MEDIUM", score: 0.45, reason: "risk_medium" };
const high: Decision = { outcome: "ESCALATE", level: "HIGH", score: 0.72, reason: "risk_high" };
const critical: Decision = { outcome: "DENIED", level: "CRITICAL", score: 0.95, reason: "risk_blocked" };

function decisionOf(index: number): Decision {
  if (index % 29 === 0) return critical;
  if (index % 17 === 0) return high;
  return index % 5 === 0 ? medium : low;
}

export const firstMoment = Date.UTC(2026, 0, 5, 8);

export const sampleIntentId = (index: number): string => {
  const hex = createHash("sha256").update(`intent ${index}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const sampleSession = (index: number): string =>
  `0198c3de-${Math.floor(index / 40)
    .toString(16)
    .padStart(4, "0")}-7b21-9f00-5d3c1a2b4e6f`;

/** An intent and its verdict. The same index gives the same entries; `span` is how much time all of them take. */
export function samplePair(index: number, at = firstMoment + index * minute): readonly [NewEntry, NewEntry] {
  const command = commands[index % commands.length] ?? commands[0];
  const path = `/home/anna/src/shop/packages/feature-${index % 60}/component-${index % 900}.ts`;
  const { outcome, level, score, reason } = decisionOf(index);
  const about = {
    agentDid: agents[index % agents.length] ?? "",
    sessionId: sampleSession(index),
    intentId: sampleIntentId(index),
    protocol: "a2g",
    tool: "execute_command",
    paths: [path],
    ...(command.startsWith("curl") ? { hosts: ["registry.npmjs.org"] } : {}),
  } as const;
  return [
    {
      kind: "intent",
      at,
      ...about,
      ...(index % 40 === 0 ? {} : { parentIntent: sampleIntentId(index - 1) }),
      summary: command,
      body: {
        arguments: { command, description: "What the developer asked for" },
        content_digest: createHash("sha256").update(command).digest("hex"),
        arguments_sha256: createHash("sha256").update(`${command} ${index}`).digest("hex"),
        context: { workingDirectory: "/home/anna/src/shop" },
        effects: ["execute", "read"],
      },
    },
    {
      kind: "verdict",
      at: at + 1,
      ...about,
      outcome,
      level,
      score,
      reason,
      decider: "risk",
      summary: `The risk is ${level.toLowerCase()}: score ${score} from the heuristics, no rule spoke.`,
      body: {
        phase: 3,
        model_score: 0,
        heuristic_score: score,
        model_status: "off",
        ...(level === "LOW"
          ? {}
          : { findings: [{ id: "deletes-much", score, threat: "data loss", reason: "It deletes a whole folder." }] }),
        policy_version: "3",
        constitution_hash: `sha256:${createHash("sha256").update("policy").digest("hex")}`,
        expires_at: at + 5 * minute,
        microseconds: { facts: 41, policy: 22, risk: 18, manifest: 3 },
      },
    },
  ];
}

export function samplePairs(count: number, from = 0): readonly NewEntry[] {
  return Array.from({ length: count }, (_, index) => samplePair(from + index)).flat();
}

/** A clock that stands still until it is moved. */
export function handClock(start = firstMoment + 30 * day): Clock & { readonly move: (milliseconds: number) => void } {
  let now = start;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    move(milliseconds) {
      now += milliseconds;
      for (const timer of waiting) {
        if (timer.at > now) continue;
        waiting.delete(timer);
        timer.run();
      }
    },
  };
}
