// What the engine remembers between intents to save work: one object for each engine. Without it every verdict is the same.
import type { JsonObject } from "../../../shared/lib/json.ts";
import { LastResult } from "../lib/last-result.ts";
import { createFactsCache, type FactsCache } from "./extract-facts.ts";
import type { OpenScope } from "./manifest.ts";
import type { RiskRulesSource, World } from "../ports.ts";

export interface Caches {
  /** The arguments of the last intent as canonical JSON. */
  readonly argumentsText: LastResult<JsonObject, string>;
  /** Facts and findings of calls that came more than once. */
  readonly facts: FactsCache;
  /** The folders of the last workspace: an agent works in one project for hours. */
  readonly openScope: LastResult<string | undefined, OpenScope>;
}

export function createCaches(world: World, riskRules: RiskRulesSource): Caches {
  return { argumentsText: new LastResult(), facts: createFactsCache(world, riskRules), openScope: new LastResult() };
}
