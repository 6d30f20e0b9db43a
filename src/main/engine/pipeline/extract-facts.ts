// Phase 1 for tool calls: what a call does, as facts. Agents repeat themselves, so the facts of repeated calls are cached.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Digests } from "../intents/digests.ts";
import { type FollowedLinks, normaliser } from "../normalise/index.ts";
import type { RiskRulesSource, World } from "../ports.ts";
import type { RiskRules } from "../risk/assess.ts";
import type { HeuristicAssessment } from "../risk/combine.ts";

export interface ExtractedFacts {
  readonly facts: Facts;
  /** What heuristics find in the facts. Computed when first asked for, because it belongs to phase 3. */
  readonly assess: () => HeuristicAssessment;
}

export interface FactsCache {
  /** `key`: everything of the intent that phase 1 reads; undefined for a call that is not cached. */
  readonly get: (intent: Intent, key: string | undefined) => ExtractedFacts;
}

/** Long calls are rarely repeated, and would only take up memory. */
const longestKey = 4096;
const mostEntries = 256;
/** Calls that came once: most never come again, so their facts are not stored yet. */
const mostSeenOnce = 1024;

interface Entry extends ExtractedFacts {
  readonly links: ReadonlyMap<string, string>;
}

export function extractFacts(
  { caches, digests }: { readonly caches: { readonly facts: FactsCache }; readonly digests: Digests },
  intent: Intent,
): ExtractedFacts {
  return caches.facts.get(intent, keyOf(intent, digests));
}

/** Gives what extracting the facts anew would give, whatever has changed on the disk. */
export function createFactsCache(world: World, riskRules: RiskRulesSource): FactsCache {
  const entries = new Map<string, Entry>();
  const seenOnce = new Set<string>();
  const factsOf = normaliser(world);

  function store(key: string, entry: Entry): void {
    if (!seenOnce.has(key)) {
      if (seenOnce.size >= mostSeenOnce) seenOnce.clear();
      seenOnce.add(key);
      return;
    }
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= mostEntries) entries.delete(oldest);
    entries.set(key, entry);
  }

  return {
    get(intent, key) {
      const cached = key === undefined ? undefined : entries.get(key);
      if (cached !== undefined && leadToSamePlaces(cached.links, world)) return cached;
      const links: FollowedLinks = new Map();
      const facts = factsOf(intent, links);
      const entry: Entry = { facts, assess: assessmentOf(facts, riskRules), links };
      if (key !== undefined) store(key, entry);
      return entry;
    },
  };
}

/** Made once, and again when other rules are in force. */
function assessmentOf(facts: Facts, riskRules: RiskRulesSource): ExtractedFacts["assess"] {
  let last: { readonly rules: RiskRules; readonly assessment: HeuristicAssessment } | undefined;
  return () => {
    const rules = riskRules.current();
    if (last?.rules !== rules) last = { rules, assessment: rules.assess(facts) };
    return last.assessment;
  };
}

/** As JSON, because an agent may put any separator into a name. */
function keyOf(intent: Intent, digests: Digests): string | undefined {
  const given = digests.argumentsText(intent);
  if (given.length > longestKey) return undefined;
  const { workspace = null, workingDirectory = null } = intent.context;
  return JSON.stringify([intent.tool, workspace, workingDirectory, intent.definition?.digest ?? null]) + given;
}

function leadToSamePlaces(links: ReadonlyMap<string, string>, world: World): boolean {
  for (const [path, real] of links) if (world.resolveLinks(path) !== real) return false;
  return true;
}
