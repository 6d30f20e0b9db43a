// The chosen scorer: a dead or slow one costs three intents and no more, is probed until it is back, and gives way to another.
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../src/main/machine/clock.ts";
import { type ChosenModel, createChosenModel } from "../../../src/main/model/chosen.ts";
import { scorerOpener } from "../../../src/main/model/open-scorer.ts";
import { NotAsked, probeQuestion, type Scorer } from "../../../src/main/model/scorer.ts";
import { fail, ok } from "../../../src/shared/lib/result.ts";
import { type RiskModelSettings, riskModelSchema } from "../../../src/shared/contract/risk-model.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";
import { testWorld } from "../../support/engine/engine.ts";
import { handClock } from "../../support/engine/hand-clock.ts";
import { json, scoreServer } from "../../support/protocols/score-server.ts";

const good = json({ risk_score: 0.6, threats: [] });
const never = AbortSignal.any([]);

function settingsOf(first: object) {
  let riskModel: RiskModelSettings = riskModelSchema.parse(first);
  return {
    current: () => ({ ...defaultSettings, riskModel }),
    choose: (next: object) => {
      riskModel = riskModelSchema.parse(next);
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition()).toBe(true), { timeout: 5000, interval: 5 });
}

const models = { folder: join(import.meta.dirname, "../../../resources/models") };
const open = scorerOpener({
  environment: {},
  findSecrets: testWorld.findSecrets,
  models,
  ownAddresses: () => ["http://127.0.0.1:3000"],
});

function chosen(first: object, clock = handClock()) {
  const settings = settingsOf(first);
  const model = createChosenModel({ clock, settings, open });
  onTestFinished(model.close);
  return { model, settings, clock };
}

const ask = (model: ChosenModel, signal: AbortSignal = never) => model.score(probeQuestion, signal);
const status = (model: ChosenModel) => model.health().status;

describe("a server", () => {
  test("is heard before it is asked, and then scores", async () => {
    const server = await scoreServer(good);
    const { model } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: server.url, budgetMs: 5000 } });
    expect(model.health()).toMatchObject({ status: "unavailable", scorer: "score-risk-api" });
    await until(() => status(model) === "ready");
    expect(await ask(model)).toMatchObject({ score: 0.6, origin: `score-risk-api 127.0.0.1:${server.port}` });
    expect(model.health()).toMatchObject({
      status: "ready",
      origin: `score-risk-api 127.0.0.1:${server.port}`,
      lastLatencyMs: expect.any(Number),
    });
    expect(model.health().lastError).toBeUndefined();
  });

  test("that dies is left alone, and comes back by itself", async () => {
    const server = await scoreServer(good);
    const { model, clock } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: server.url, budgetMs: 5000 } });
    await until(() => status(model) === "ready");
    await server.stop();
    for (let times = 0; times < 3; times += 1) {
      expect(status(model)).toBe("ready");
      await expect(ask(model)).rejects.toThrow(/nothing listens/);
    }
    expect(model.health()).toMatchObject({
      status: "unavailable",
      message: expect.stringContaining("nothing listens"),
      lastError: { message: expect.stringContaining("nothing listens") },
    });
    await expect(ask(model)).rejects.toThrow(NotAsked);

    clock.pass(1000);
    await until(() => model.health().lastError?.at === clock.now());
    expect(status(model)).toBe("unavailable");
    await scoreServer(good, server.port);
    clock.pass(1000);
    await until(() => status(model) === "ready");
    expect(await ask(model)).toMatchObject({ score: 0.6 });
    expect(model.health().lastError?.message).toContain("nothing listens");
  });

  test("that lies is left alone too", async () => {
    const server = await scoreServer(good);
    const { model } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: server.url, budgetMs: 5000 } });
    await until(() => status(model) === "ready");
    server.answerWith(json({ risk_score: 7 }));
    for (let times = 0; times < 5; times += 1) await expect(ask(model)).rejects.toThrow(/usable|not asked/);
    expect(server.asked).toHaveLength(4);
    expect(status(model)).toBe("unavailable");
  });

  test("that hangs costs three intents their time", async () => {
    const server = await scoreServer(good);
    const { model } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: server.url, budgetMs: 5000 } });
    await until(() => status(model) === "ready");
    server.answerWith(() => {});
    for (let times = 0; times < 3; times += 1) {
      await expect(ask(model, AbortSignal.timeout(20))).rejects.toThrow(/in time/);
    }
    const asked = server.asked.length;
    await expect(ask(model, AbortSignal.timeout(2000))).rejects.toThrow(/not asked/);
    expect(server.asked).toHaveLength(asked);
    expect(model.health()).toMatchObject({ status: "unavailable", message: expect.stringContaining("5000 ms") });
  });

  test("that needs longer than it may is told so, and not used", async () => {
    const server = await scoreServer((response, asked) => void setTimeout(() => good(response, asked), 60));
    const { model } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: server.url, budgetMs: 20 } });
    await until(() => model.health().lastLatencyMs !== undefined);
    expect(model.health()).toMatchObject({
      status: "unavailable",
      message: expect.stringMatching(/needed \d+(\.\d+)? ms for an answer and may take 20 ms/),
    });
  });

  test("a failure now and then does not matter", async () => {
    const server = await scoreServer(good);
    const { model } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: server.url, budgetMs: 5000 } });
    await until(() => status(model) === "ready");
    for (let times = 0; times < 6; times += 1) {
      server.answerWith(times % 3 === 2 ? good : json({}, 503));
      await ask(model).catch(() => undefined);
    }
    expect(status(model)).toBe("ready");
  });
});

describe("the choice", () => {
  test("changes with the settings, without a restart", async () => {
    const first = await scoreServer(good);
    const second = await scoreServer(json({ risk_score: 0.1 }));
    const { model, settings } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: first.url, budgetMs: 5000 } });
    await until(() => status(model) === "ready");
    settings.choose({ scorer: "score-risk-api", scoreRiskApi: { url: second.url, budgetMs: 5000 } });
    await until(() => status(model) === "ready");
    expect(await ask(model)).toMatchObject({ score: 0.1 });
    settings.choose({ scorer: "off" });
    expect(model.health()).toEqual({ status: "off", scorer: "off" });
    expect(model.origin(probeQuestion)).toBeUndefined();
    await expect(ask(model)).rejects.toThrow("No scorer is chosen.");
  });

  test("of this Gatehouse itself is refused in words", async () => {
    const { model } = chosen({ scorer: "score-risk-api", scoreRiskApi: { url: "http://localhost:3000" } });
    await until(() => model.health().lastError !== undefined);
    expect(model.health().message).toContain("this Gatehouse itself");
  });

  test("takes the address of the environment, or AEON's usual one", async () => {
    const server = await scoreServer(good);
    const usual = await open(riskModelSchema.parse({ scorer: "score-risk-api" }));
    expect(usual).toMatchObject({ value: { origin: "score-risk-api 127.0.0.1:8001" } });
    const named = scorerOpener({
      environment: { GEMMA_RISK_SERVER_URL: server.url },
      findSecrets: testWorld.findSecrets,
      models,
      ownAddresses: () => [],
    });
    const opened = await named(riskModelSchema.parse({ scorer: "score-risk-api" }));
    expect(opened).toMatchObject({ value: { origin: `score-risk-api 127.0.0.1:${server.port}` } });
  });

  test("that cannot be opened is unavailable and says why", async () => {
    const settings = settingsOf({ scorer: "built-in" });
    const model = createChosenModel({ clock: systemClock, settings, open: async () => fail("No file.") });
    await model.opened(5000);
    expect(model.health()).toEqual({ status: "unavailable", scorer: "built-in", message: "No file." });
    expect(model.origin(probeQuestion)).toBe("built-in");
    await expect(ask(model)).rejects.toThrow("No file.");
  });

  test("that takes long to open does not keep anybody waiting", async () => {
    const clock = handClock();
    const settings = settingsOf({ scorer: "built-in" });
    const model = createChosenModel({ clock, settings, open: () => new Promise(() => {}) });
    const opened = model.opened(2000);
    clock.pass(2000);
    await opened;
    expect(model.health()).toMatchObject({ status: "unavailable", message: "It is being opened." });
  });

  test("is asked only about what it judges, and never for another engine when it is remote", async () => {
    const scorer: Scorer = {
      origin: "test",
      remote: true,
      judges: ["call"],
      score: async () => ({ score: 0.5, threats: [], origin: "test" }),
      close: async () => {},
    };
    const settings = settingsOf({ scorer: "score-risk-api" });
    const model = createChosenModel({ clock: handClock(), settings, open: async () => ok(scorer) });
    onTestFinished(model.close);
    await model.opened(5000);
    expect(model.origin(probeQuestion)).toBe("test");
    expect(model.origin({ kind: "text", text: "x", origin: "user" })).toBeUndefined();
    expect(model.origin({ ...probeQuestion, relayed: true } as typeof probeQuestion)).toBeUndefined();
  });

  test.each([
    [{ scorer: "llm" }, /scorer/],
    [{ scorer: "own-onnx" }, /Name the manifest/],
    [{ scorer: "score-risk-api", scoreRiskApi: { url: "ftp://127.0.0.1" } }, /Write an address such as/],
    [{ scorer: "score-risk-api", scoreRiskApi: { url: "http://me:secret@127.0.0.1" } }, /name and password/],
    [{ scorer: "score-risk-api", scoreRiskApi: { url: "http://score.example" } }, /needs https/],
    [{ scorer: "score-risk-api", scoreRiskApi: { url: "http://127.0.0.1.evil.example" } }, /needs https/],
    [{ scorer: "openai-compatible", openaiCompatible: { model: " " } }, /Name the model/],
    [{ scorer: "openai-compatible", openaiCompatible: { budgetMs: 0 } }, /budgetMs/],
    [{ scorer: "off", typo: 1 }, /typo/],
  ])("%j is refused in words", (settings, complaint) => {
    const parsed = riskModelSchema.safeParse(settings);
    expect(JSON.stringify(parsed.error?.issues)).toMatch(complaint);
  });
});
