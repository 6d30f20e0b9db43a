// settings.json: names as in the documents at every depth, files of earlier versions, and faults that name their member.
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSettingsFile } from "../../../src/main/machine/settings-file.ts";
import { riskModelSchema } from "../../../src/shared/contract/risk-model.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function openWith(content: object) {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "settings.json"), JSON.stringify(content));
  return { directory, opened: openSettingsFile(directory) };
}

test("what is saved is read again, nested members too", () => {
  const { directory, opened } = openWith({ high_band: "deny" });
  if (!opened.ok) throw new Error(opened.error);
  const riskModel = riskModelSchema.parse({
    scorer: "openai-compatible",
    openaiCompatible: { model: "tiny", budgetMs: 700 },
  });
  expect(opened.value.save({ riskModel }).ok).toBe(true);
  const onDisk = JSON.parse(readFileSync(join(directory, "settings.json"), "utf8")) as Record<string, unknown>;
  expect(onDisk).toMatchObject({
    high_band: "deny",
    approval_timeout_seconds: { LOW: 300 },
    risk_model: { scorer: "openai-compatible", openai_compatible: { model: "tiny", budget_ms: 700 } },
  });
  const again = openSettingsFile(directory);
  expect(again.ok && again.value.current()).toEqual({ ...defaultSettings, highBand: "deny", riskModel });
});

test("a file of an earlier version is read, without what has gone", () => {
  const { opened } = openWith({ model_budget_ms: 50, aos_wait_ms: 7 });
  expect(opened.ok && opened.value.current()).toEqual({ ...defaultSettings, aosWaitMs: 7 });
});

test.each([
  [{ risk_model: { scorer: "gemma" } }, /riskModel\.scorer/],
  [{ risk_model: { scorer: "own-onnx" } }, /Name the manifest/],
  [{ risk_model: { scorer: "score-risk-api", score_risk_api: { url: "http://10.0.0.7:8001" } } }, /needs https/],
])("%j is refused with the member's name", (content, complaint) => {
  const { opened } = openWith(content);
  expect(opened.ok ? "" : opened.error).toMatch(complaint);
});

test("a link that leads nowhere is an error: the defaults may allow more", () => {
  const directory = temporaryDirectory();
  symlinkSync(join(directory, "dotfiles", "settings.json"), join(directory, "settings.json"));
  expect(openSettingsFile(directory)).toMatchObject({ ok: false });
});
