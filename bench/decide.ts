// What a decision costs in the process: facts, policy, heuristics and verdict, beside parsing the command alone.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "unbash";
import { createCaches } from "../src/main/engine/pipeline/caches.ts";
import { createDigests } from "../src/main/engine/intents/digests.ts";
import { createFactsCache } from "../src/main/engine/pipeline/extract-facts.ts";
import { evaluate } from "../src/main/engine/pipeline/evaluate.ts";
import type { EvaluationPorts } from "../src/main/engine/pipeline/evaluation.ts";
import { createGrantBook } from "../src/main/engine/grants/grant-book.ts";
import { normaliser } from "../src/main/engine/normalise/index.ts";
import { compilePolicy } from "../src/main/engine/policy/document/compile.ts";
import { startSession } from "../src/main/engine/sessions/sessions.ts";
import { builtInRiskRules } from "../src/main/machine/packs/built-in.ts";
import { findSecrets } from "../src/main/machine/secrets/secrets.ts";
import { createWorld } from "../src/main/machine/world.ts";
import type { Intent } from "../src/shared/domain/intent.ts";
import { defaultSettings } from "../src/shared/contract/settings.ts";
import { beside, milliseconds, quantiles } from "./support/figures.ts";

const world = createWorld({ home: "/home/dev", gatehouse: ["/home/dev/.config/Gatehouse"], findSecrets });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const rules = builtInRiskRules(join(import.meta.dirname, "../resources"), world);
const riskRules = { current: () => rules };
const balanced = readFileSync(join(import.meta.dirname, "../resources/policies/balanced.yaml"), "utf8");

const commands = [
  "npm test",
  "git status --short",
  "rg -n 'TODO' src | head -20",
  "sed -n 1,80p src/index.ts",
  "cd packages/api && npm run build 2>&1 | tail -5",
  "find . -name '*.ts' -not -path './node_modules/*' -exec wc -l {} +",
];

/** Rules of the user's own; `applies` says whether the index lets them be evaluated for our commands. */
function policyWith(rules: number, applies: boolean): string {
  const own = Array.from({ length: rules }, (_, index) =>
    [
      `  - id: own-${index}`,
      "    effect: escalate",
      ...(applies ? [] : [`    programs: [program-${index}]`]),
      `    when: facts.commands.exists(c, c.program == "program-${index}" && c.arguments.exists(a, a == "--now"))`,
      "    reason: A rule of the bench",
    ].join("\n"),
  ).join("\n");
  return rules === 0 ? balanced : balanced.replace("\nrules:\n", `\nrules:\n${own}\n`);
}

function portsWith(policyText: string): EvaluationPorts {
  const tools = { sha256, world, factsOf: normaliser(world) };
  const compiled = compilePolicy({ text: policyText, name: "bench" }, tools);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error[0]));
  const snapshot = compiled.value;
  return {
    clock: { now: Date.now, after: () => () => {} },
    world,
    digests: createDigests(sha256),
    // As for a call that was never seen before.
    caches: {
      ...createCaches(world, riskRules),
      facts: { get: (intent, key) => createFactsCache(world, riskRules).get(intent, key) },
    },
    policies: { current: () => snapshot },
    settings: { current: () => defaultSettings },
    grants: createGrantBook(),
    microseconds: () => performance.now() * 1000,
  };
}

async function sample(ports: EvaluationPorts, count: number): Promise<readonly number[]> {
  const session = startSession(Date.now());
  const requester = {
    agent: { did: "did:aeon:bench:1.0:abc", name: "bench", requested: undefined },
    session,
    rates: session,
    standing: () => undefined,
  };
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const intent: Intent = {
      intentId: `i${index}`,
      agentDid: requester.agent.did,
      tool: "execute_command",
      arguments: { command: commands[index % commands.length] ?? "" },
      context: { sessionId: "s", workingDirectory: "/home/dev/shop", workspace: "/home/dev/shop" },
      protocol: "a2g",
    };
    const started = performance.now();
    await evaluate(ports, intent, { requesterOf: () => requester });
    samples.push(performance.now() - started);
  }
  return samples;
}

export async function run(print: (line: string) => void): Promise<void> {
  const parsing: number[] = [];
  for (let index = 0; index < 20_000; index += 1) {
    const started = performance.now();
    parse(commands[index % commands.length] ?? "");
    parsing.push(performance.now() - started);
  }
  const base = quantiles(parsing.slice(5000));
  print(`parsing the command alone: p50 ${milliseconds(base.p50)}, p99 ${milliseconds(base.p99)}`);

  const own = portsWith(policyWith(200, true));
  await sample(own, 3000);
  print(
    `decide, 200 rules that are all evaluated: ${beside(quantiles(await sample(own, 10_000)), base)}  (bar: p50 300 µs)`,
  );

  for (const rules of [0, 10, 200, 2000]) {
    const ports = portsWith(policyWith(rules, false));
    await sample(ports, 3000);
    const { p50, p99 } = quantiles(await sample(ports, 10_000));
    print(
      `decide, ${String(rules).padStart(4)} rules that do not apply: p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
    );
  }
}
