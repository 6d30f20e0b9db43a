// The packs that come with Gatehouse, from resources/packs. One that does not load is a broken installation.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { normaliser } from "../../engine/normalise/index.ts";
import type { World } from "../../engine/ports.ts";
import { createRiskRules, type RiskRules } from "../../engine/risk/assess.ts";
import { heuristics } from "../../engine/risk/findings/index.ts";
import { type CompiledPack, compilePack, type PackTools } from "../../engine/risk/packs/compile.ts";

/** In the order of their names. Their examples are run by the tests of the project, not at each start. */
export function loadBuiltInPacks(resourcesDirectory: string, tools: PackTools): readonly CompiledPack[] {
  const folder = join(resourcesDirectory, "packs");
  const taken = new Set(heuristics.map(({ id }) => id));
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      const compiled = compilePack({ text, name }, tools, { examples: false, taken });
      if (!compiled.ok)
        throw new Error(`The built-in pack ${name} does not load: ${JSON.stringify(compiled.error[0])}`);
      for (const { id } of compiled.value.rules) taken.add(id);
      return compiled.value;
    });
}

/** The rules of the risk phase without any pack of a user: for measurements, training and tests. */
export function builtInRiskRules(resourcesDirectory: string, world: World): RiskRules {
  const packs = loadBuiltInPacks(resourcesDirectory, { world, factsOf: normaliser(world) });
  return createRiskRules(packs.flatMap(({ rules }) => rules));
}
