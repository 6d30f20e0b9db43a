// A busy machine: what is asked of the model waits its turn instead of being dropped, and the breaker blames nobody for it.
import { expect, onTestFinished, test } from "vitest";
import { askModel, busyLimitMs } from "../../../src/main/engine/pipeline/ask-model.ts";
import { systemClock } from "../../../src/main/machine/clock.ts";
import { createChosenModel } from "../../../src/main/model/chosen.ts";
import { startOnnxThread } from "../../../src/main/model/onnx/thread.ts";
import { probeQuestion, type Scorer } from "../../../src/main/model/scorer.ts";
import type { Clock } from "../../../src/main/engine/ports.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";
import { ok } from "../../../src/shared/lib/result.ts";
import { handClock } from "../../support/engine/hand-clock.ts";

const settings = { current: () => defaultSettings };

function modelOf(scorer: Scorer, clock: Clock = systemClock) {
  const model = createChosenModel({ clock, settings, open: async () => ok(scorer) });
  onTestFinished(model.close);
  return model;
}

const scorer = (score: Scorer["score"], isBehind: () => boolean): Scorer => ({
  origin: "busy",
  remote: false,
  judges: ["call"],
  score,
  isBehind,
  close: async () => {},
});

test("questions to a thread that works slowly are all answered, and the breaker stays closed", async () => {
  const workerUrl = new URL("../../support/model/busy-worker.ts", import.meta.url);
  const thread = startOnnxThread({ files: [], workerUrl });
  onTestFinished(thread.close);
  await thread.ready();
  const model = modelOf(
    scorer(async () => {
      const [score = 0] = await thread.score(0, [Int32Array.of(1)]);
      return { score, threats: [], origin: "busy" };
    }, thread.isBehind),
  );
  await model.opened(1000);
  for (let round = 0; round < 4; round += 1) {
    const asked = Array.from({ length: 20 }, async () =>
      askModel({ clock: systemClock, settings, model }, () => probeQuestion),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => "scored"));
  }
  expect(model.health()).toMatchObject({ status: "ready" });
});

async function lateAnswers(isBehind: boolean, waitMs: number): Promise<string> {
  const clock = handClock();
  const model = modelOf(
    scorer(
      () => new Promise(() => {}),
      () => isBehind,
    ),
    clock,
  );
  await model.opened(1000);
  for (let count = 0; count < 5; count += 1) {
    const answer = Promise.resolve(askModel({ clock, settings, model }, () => probeQuestion));
    await expect.poll(() => model.health().status === "unavailable" || clock.waiting() > 0).toBe(true);
    clock.pass(defaultSettings.riskModel.builtIn.budgetMs);
    clock.pass(waitMs);
    await answer;
  }
  return model.health().status;
}

test("however often a busy machine is too late, the breaker stays closed", async () => {
  expect(await lateAnswers(true, busyLimitMs)).toBe("ready");
});

test("a scorer that is late for reasons of its own is left alone after three failures", async () => {
  expect(await lateAnswers(false, 0)).toBe("unavailable");
});
