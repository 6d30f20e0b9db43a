// The rules of the risk phase as they come with Gatehouse: those in code and those of the built-in packs.
import { join } from "node:path";
import { createRiskRules, type RiskRules } from "../../../src/main/engine/risk/assess.ts";
import type { Heuristic } from "../../../src/main/engine/risk/heuristic.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import type { PackTools } from "../../../src/main/engine/risk/packs/compile.ts";
import { loadBuiltInPacks } from "../../../src/main/machine/packs/built-in.ts";
import { usualWorld } from "../../../src/main/machine/world.ts";

export const packTools: PackTools = {
  world: usualWorld,
  factsOf: (call) => normalise(call, usualWorld),
};

export const builtInPacks = loadBuiltInPacks(join(import.meta.dirname, "../../../resources"), packTools);

export const riskRules: RiskRules = createRiskRules(builtInPacks.flatMap(({ rules }) => rules));

export const { assess } = riskRules;
export const allRules: readonly Heuristic[] = riskRules.rules;
