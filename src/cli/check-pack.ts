// Checks a pack as the engine would: form, expressions, ids and examples.
import { dirname, join, resolve } from "node:path";
import { normaliser } from "../main/engine/normalise/index.ts";
import { heuristics } from "../main/engine/risk/findings/index.ts";
import { loadBuiltInPacks } from "../main/machine/packs/built-in.ts";
import { openUserPacks } from "../main/machine/packs/user-packs.ts";
import { findSecrets } from "../main/machine/secrets/secrets.ts";
import { createWorld, usualWorld } from "../main/machine/world.ts";
import { describeProblem } from "../shared/domain/policy.ts";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import type { Answer } from "./command.ts";
import type { CommandFailure } from "./failure.ts";
import { counted, visible } from "./text.ts";
import { shippedFilesFor } from "../main/machine/shipped-files.ts";

const resourcesDirectory = shippedFilesFor(import.meta.dirname);

export function checkPack(file: string, text: string, dataDirectory: string): Result<Answer, CommandFailure> {
  const world = createWorld({ gatehouse: [dataDirectory], findSecrets });
  const tools = { world, factsOf: normaliser(world), usual: { world: usualWorld, factsOf: normaliser(usualWorld) } };
  // Whoever works on a built-in pack checks it in its own folder, where it is not its own rival.
  const own = dirname(resolve(file)) === join(resourcesDirectory, "packs");
  const builtIn = own ? [] : loadBuiltInPacks(resourcesDirectory, tools);
  const checked = openUserPacks(dataDirectory, tools).check(text, {
    names: new Set(builtIn.map(({ document }) => document.name)),
    ids: new Set([...heuristics, ...builtIn.flatMap(({ rules }) => rules)].map(({ id }) => id)),
  });
  if (!checked.ok) {
    const lines = checked.error.map((problem) => visible(`${file}:${describeProblem(problem)}`));
    const summary = `${counted(lines.length, "problem")}; the engine would not take this file.`;
    return fail({ code: "invalid_input", message: [...lines, summary].join("\n"), problems: checked.error });
  }
  const { name, version, rules } = checked.value.document;
  return ok({
    data: { valid: true, name, version, rules: rules.length },
    text: `${visible(file)} is valid: pack ${name} ${visible(version)}, ${counted(rules.length, "rule")}.`,
  });
}
