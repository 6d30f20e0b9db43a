// Packs for tests: a small one that is right, to be changed where a test wants it wrong, and the built-in ones.
import { loadBuiltInPacks } from "../../../src/main/machine/packs/built-in.ts";

const loaded = new Map<string, ReturnType<typeof loadBuiltInPacks>>();

/** The built-in packs, compiled once for all engines of this process whose paths mean the same: a quarter of the work of a start. */
export const sharedPacks: typeof loadBuiltInPacks = (resourcesDirectory, tools) => {
  const { platform, home, caseInsensitive } = tools.world;
  const key = JSON.stringify([resourcesDirectory, platform, home, caseInsensitive]);
  const packs = loaded.get(key) ?? loadBuiltInPacks(resourcesDirectory, tools);
  loaded.set(key, packs);
  return packs;
};

export const ownPack = `name: team
version: 1.0.0
description: What our team wants to see.

rules:
  - id: team-deploy
    score: ask
    threat: Remote resource deletion
    technique: T1485
    when: facts.commands.exists(c, c.program == "make" && "deploy" in c.arguments)
    reason: "{program} deploys to production"
    match:
      - make deploy
    not_match:
      - make test
`;
