// The thread for drafts of a policy: compiles them, and tries them on the past, while the main thread answers agents.
import { parentPort, workerData } from "node:worker_threads";
import type { LedgerEntry } from "../shared/audit.ts";
import type { PolicyCheck, WhatIfChange, WhatIfGroup, WhatIfReport } from "../shared/policy-desk.ts";
import type { DraftData, DraftRun, FromDrafts, ToDrafts } from "./draft-messages.ts";
import { normalise } from "./engine/normalise/index.ts";
import { compilePolicy } from "./engine/policy/compile.ts";
import type { PolicyTools } from "./engine/policy/speakers.ts";
import type { PolicySource } from "./engine/ports.ts";
import { createReplay, type Replayed } from "./engine/replay.ts";
import { sha256 } from "./machine/clock.ts";
import { createProjectFiles } from "./machine/project-files.ts";
import { findSecrets } from "./machine/secrets.ts";
import { createWorld, usualWorld } from "./machine/world.ts";
import { createReader } from "./store/reader.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { directory, home, gatehouse, processIds, run }: DraftData = workerData;
const send = (message: FromDrafts): void => port.postMessage(message);

const world = createWorld({ home, gatehouse, findSecrets });
const tools: PolicyTools = {
  sha256,
  world,
  factsOf: (call) => normalise(call, world),
  usual: { world: usualWorld, factsOf: (call) => normalise(call, usualWorld) },
  offsetMinutes: (now) => -new Date(now).getTimezoneOffset(),
  processIds,
};

/** The newest of each group are shown. */
const mostShown = 200;
const pageSize = 500;

function check(text: string): PolicyCheck {
  const compiled = compilePolicy({ text, name: "policy.yaml" }, tools);
  if (!compiled.ok) return { problems: compiled.error };
  const { version, constitutionHash, document } = compiled.value;
  const { rules, sequences } = document;
  return {
    problems: [],
    loaded: { version, constitutionHash, rules: rules.length, sequences: sequences.length },
  };
}

function sourceOf(text: string): PolicySource {
  const compiled = compilePolicy({ text, name: "policy.yaml" }, tools);
  if (!compiled.ok) throw new Error(`The policy does not load: ${compiled.error[0]?.message ?? ""}`);
  const projects = createProjectFiles({ tools, now: () => Date.now(), onProblems: () => {} });
  return {
    current: (workspace) => compiled.value.tightenedBy(workspace === undefined ? [] : projects.around(workspace)),
  };
}

/** The entries of a time, oldest first. */
function* entriesOf(filter: { readonly from: number; readonly to: number }): Iterable<readonly LedgerEntry[]> {
  const reader = createReader(directory);
  try {
    let after = 0;
    for (;;) {
      const { entries } = reader.page({ filter: { ...filter, kinds: ["intent", "verdict"] }, after, limit: pageSize });
      const newest = entries[0]?.sequence;
      if (newest === undefined) return;
      yield entries.toReversed();
      after = newest;
    }
  } finally {
    reader.close();
  }
}

function totalOf(filter: { readonly from: number; readonly to: number }): number {
  const reader = createReader(directory);
  try {
    return reader.count({ ...filter, kinds: ["intent", "verdict"] });
  } finally {
    reader.close();
  }
}

function whatIf({ inForce, draft, from, to, settings, agents }: DraftRun): WhatIfReport {
  const started = performance.now();
  const views = new Map(agents.map((agent) => [agent.did, agent]));
  const replay = createReplay({
    inForce: sourceOf(inForce),
    draft: sourceOf(draft),
    world,
    sha256,
    settings,
    agentOf: (did) => views.get(did) ?? { did, name: did.split(":")[2] ?? did, requested: undefined },
  });
  const total = totalOf({ from, to });
  const counts: Record<WhatIfGroup, number> = { denied: 0, asked: 0, allowed: 0, conditions: 0 };
  const skipped = { cut: 0, texts: 0, standing: 0 };
  const shown = new Map<WhatIfGroup, WhatIfChange[]>();
  const asked = new Map<string, LedgerEntry>();
  let replayed = 0;
  let partial = 0;
  let done = 0;

  function count(answer: Replayed): void {
    if (answer.result !== "same" && answer.result !== "changed") {
      skipped[answer.result] += 1;
      return;
    }
    replayed += 1;
    if (answer.partial) partial += 1;
    const { change } = answer;
    if (change === undefined) return;
    counts[change.group] += 1;
    const list = shown.get(change.group) ?? [];
    list.push(change);
    if (list.length > mostShown) list.shift();
    shown.set(change.group, list);
  }

  for (const page of entriesOf({ from, to })) {
    for (const entry of page) {
      const key = `${entry.agentDid} ${entry.intentId}`;
      const intent = asked.get(key);
      if (entry.kind === "intent") asked.set(key, entry);
      else if (intent === undefined) replay.settle(entry);
      else {
        asked.delete(key);
        count(replay.judge(intent, entry));
      }
    }
    done += page.length;
    send({ type: "progress", done, total: Math.max(total, done) });
  }
  const changes = [...shown.values()].flat().sort((left, right) => right.at - left.at);
  return { from, to, replayed, counts, changes, partial, skipped, milliseconds: performance.now() - started };
}

if (run === undefined) {
  port.on("message", ({ id, text }: ToDrafts) => send({ type: "checked", id, check: check(text) }));
} else {
  try {
    send({ type: "report", report: whatIf(run) });
  } catch (error) {
    send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
