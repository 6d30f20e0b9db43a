// Scores in this process, where no engine runs: the same code with the settings of the data directory.
import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../main/machine/clock.ts";
import { findSecrets } from "../main/machine/secrets.ts";
import { openSettingsFile } from "../main/machine/settings-file.ts";
import { createWorld } from "../main/machine/world.ts";
import { createChosenModel } from "../main/model/chosen.ts";
import { scorerOpener } from "../main/model/open-scorer.ts";
import { scoreQuestion } from "../main/score-question.ts";
import { fail, ok, type Result } from "../shared/result.ts";
import type { RiskExplanation, RiskQuestion } from "../shared/risk-explanation.ts";
import type { CommandFailure } from "./failure.ts";

const models = { folder: join(import.meta.dirname, "../../resources/models") };

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
    return ok(await scoreQuestion({ clock: systemClock, settings: settings.value, world, model }, question));
  } finally {
    await model.close();
  }
}
