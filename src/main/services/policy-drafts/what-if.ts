// Tries a draft of the policy on recorded intents, and counts what would have been decided otherwise.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { WhatIfChange, WhatIfGroup, WhatIfReport } from "../../../shared/contract/policy-api.ts";
import { createReplay, type Replayed } from "../../engine/history/replay.ts";
import { compilePolicy } from "../../engine/policy/document/compile.ts";
import type { PolicyTools } from "../../engine/policy/document/compile-rules.ts";
import type { PolicySource, World } from "../../engine/ports.ts";
import { sha256 } from "../../machine/clock.ts";
import { createProjectFiles } from "../../machine/policy/project-files.ts";
import { createReader } from "../../store/read/index.ts";
import type { DraftRun, RunProgress } from "./messages.ts";

export interface WhatIfParts {
  readonly directory: string;
  readonly world: World;
  readonly tools: PolicyTools;
  readonly progress: (progress: RunProgress) => void;
}

/** The newest of each group are shown. */
const mostShown = 200;
const pageSize = 500;

function sourceOf(text: string, tools: PolicyTools): PolicySource {
  const compiled = compilePolicy({ text, name: "policy.yaml" }, tools);
  if (!compiled.ok) throw new Error(`The policy does not load: ${compiled.error[0]?.message ?? ""}`);
  const projects = createProjectFiles({ tools, now: () => Date.now(), onProblems: () => {} });
  return {
    current: (workspace) => compiled.value.tightenedBy(workspace === undefined ? [] : projects.around(workspace)),
  };
}

/** The entries of a time, oldest first. */
function* entriesOf(
  directory: string,
  filter: { readonly from: number; readonly to: number },
): Iterable<readonly LedgerEntry[]> {
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

function totalOf(directory: string, filter: { readonly from: number; readonly to: number }): number {
  const reader = createReader(directory);
  try {
    return reader.count({ ...filter, kinds: ["intent", "verdict"] });
  } finally {
    reader.close();
  }
}

export function whatIf({ inForce, draft, from, to, settings, agents }: DraftRun, parts: WhatIfParts): WhatIfReport {
  const { directory, world, tools, progress } = parts;
  const started = performance.now();
  const views = new Map(agents.map((agent) => [agent.did, agent]));
  const replay = createReplay({
    inForce: sourceOf(inForce, tools),
    draft: sourceOf(draft, tools),
    world,
    sha256,
    settings,
    agentOf: (did) => views.get(did) ?? { did, name: did.split(":")[2] ?? did, requested: undefined },
  });
  const total = totalOf(directory, { from, to });
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

  for (const page of entriesOf(directory, { from, to })) {
    for (const entry of page) {
      const key = `${entry.agentDid} ${entry.intentId}`;
      const intent = asked.get(key);
      if (entry.kind === "intent") asked.set(key, entry);
      else if (intent === undefined) replay.settle(entry);
      else {
        asked.delete(key);
        count(replay.evaluate(intent, entry));
      }
    }
    done += page.length;
    progress({ done, total: Math.max(total, done) });
  }
  const changes = [...shown.values()].flat().sort((left, right) => right.at - left.at);
  return { from, to, replayed, counts, changes, partial, skipped, milliseconds: performance.now() - started };
}
