// Appraise: what a call means and what heuristics find in it. Agents repeat themselves, so that lately seen calls are remembered.
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import { argumentsText } from "./digest.ts";
import { normalise } from "./normalise/index.ts";
import type { World } from "./ports.ts";
import { assess } from "./risk/assess.ts";
import type { HeuristicAssessment } from "./risk/combine.ts";

export interface Appraisal {
  readonly facts: Facts;
  /** Looked for when first asked: that belongs to a later phase. */
  readonly assess: () => HeuristicAssessment;
}

export type Appraise = (intent: Intent) => Appraisal;

/** Long calls are rarely repeated, and would be kept for nothing. */
const longestRemembered = 4096;
const mostRemembered = 256;
/** Calls that came once: most never come again, and what they mean is not kept for that. */
const mostMet = 1024;

interface Remembered extends Appraisal {
  /** Where each path led that was followed: all that an appraisal takes from the disk. */
  readonly links: ReadonlyMap<string, string>;
}

/** The same as appraising each time, whatever changes on the disk meanwhile. */
export function createAppraise(world: World): Appraise {
  const remembered = new Map<string, Remembered>();
  const met = new Set<string>();
  let links = new Map<string, string>();
  // One for all calls: what follows from a world alone is kept with it.
  const recording: World = {
    ...world,
    resolveLinks(path) {
      const real = world.resolveLinks(path);
      links.set(path, real);
      return real;
    },
  };

  return (intent) => {
    const key = keyOf(intent);
    const known = key === undefined ? undefined : remembered.get(key);
    if (known !== undefined && leadThere(known.links, world)) return known;
    links = new Map();
    const facts = normalise(intent, recording);
    let assessed: HeuristicAssessment | undefined;
    const appraisal: Remembered = { facts, assess: () => (assessed ??= assess(facts)), links };
    if (key !== undefined) keep(key, appraisal);
    return appraisal;
  };

  function keep(key: string, appraisal: Remembered): void {
    if (!met.has(key)) {
      if (met.size >= mostMet) met.clear();
      met.add(key);
      return;
    }
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest);
    remembered.set(key, appraisal);
  }
}

/** Everything of an intent that phase 1 reads. As JSON, because an agent may put any sign between two of them into one. */
function keyOf(intent: Intent): string | undefined {
  const given = argumentsText(intent);
  if (given.length > longestRemembered) return undefined;
  const { workspace = null, workingDirectory = null } = intent.context;
  return JSON.stringify([intent.tool, workspace, workingDirectory]) + given;
}

function leadThere(links: ReadonlyMap<string, string>, world: World): boolean {
  for (const [path, real] of links) if (world.resolveLinks(path) !== real) return false;
  return true;
}
