// Scores in this process, where no engine runs: the same code with the settings of the data directory.
import { homedir } from "node:os";
import { join } from "node:path";
import { normaliser } from "../main/engine/normalise/index.ts";
import { systemClock } from "../main/machine/clock.ts";
import { openPackBook } from "../main/machine/packs/pack-book.ts";
import { findSecrets } from "../main/machine/secrets/secrets.ts";
import { openSettingsFile } from "../main/machine/settings-file.ts";
import { createWorld } from "../main/machine/world.ts";
import { createChosenModel } from "../main/model/chosen.ts";
import { scorerOpener } from "../main/model/open-scorer.ts";
import { scoreQuestion } from "../main/services/score-question.ts";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import type { RiskExplanation, RiskQuestion } from "../shared/contract/risk-explanation.ts";
import type { CommandFailure } from "./failure.ts";
import { shippedFilesFor } from "../main/machine/shipped-files.ts";

const resourcesDirectory = shippedFilesFor(import.meta.dirname);
const models = { folder: join(resourcesDirectory, "models") };

export async function scoreHere(
  question: RiskQuestion,
  dataDirectory: string,
): Promise<Result<RiskExplanation, CommandFailure>> {
  const settings = openSettingsFile(dataDirectory);
  if (!settings.ok) return fail({ code: "invalid_input", message: settings.error });
  const model = createChosenModel({
    clock: systemClock,
    settings: settings.value,
    open: scorerOpener({ environment: process.env, findSecrets, models, ownAddresses: () => [] }),
  });
  try {
    await model.heard();
    const world = createWorld({ home: homedir(), gatehouse: [dataDirectory], findSecrets });
    const packs = openPackBook({
      directory: dataDirectory,
      resourcesDirectory,
      tools: { world, factsOf: normaliser(world) },
      settings: settings.value,
      onChange: () => undefined,
      onProblems: () => undefined,
    });
    packs.close();
    const ports = { clock: systemClock, settings: settings.value, world, model, riskRules: packs };
    return ok(await scoreQuestion(ports, question));
  } finally {
    await model.close();
  }
}
