// Run: makes the built-in model again from labelled data. npm run train -- --data DIR [--quick]
import "../../src/main/model/telemetry-off.ts";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buckets } from "../../src/main/model/features/bag.ts";
import { cardOf } from "./card.ts";
import { type DataFiles, extract, licencesOf } from "./extract.ts";
import { metricsSchema } from "./metrics.ts";
import { findPython, runPython } from "./python.ts";

const root = resolve(import.meta.dirname, "../..");
const models = join(root, "resources/models");
const constant = join(root, "src/main/model/onnx/built-in-model.ts");

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { data: { type: "string" }, quick: { type: "boolean", default: false } } });
  if (values.data === undefined) return complain("Say where the data is: npm run train -- --data DIR [--quick]");
  const files = { train: join(resolve(values.data), "train.jsonl"), dev: join(resolve(values.data), "dev.jsonl") };
  for (const file of Object.values(files)) if (!existsSync(file)) return complain(`There is no ${file}.`);
  const python = findPython();
  if (!python.ok) return complain(python.error);

  const scratch = await mkdtemp(join(tmpdir(), "gatehouse-train-"));
  try {
    const features = join(scratch, "features.jsonl");
    await extract(files, features, (text) => console.log(`features: ${text}`));
    const given = [features, scratch, String(buckets), ...(values.quick ? ["--quick"] : [])];
    const code = await runPython(python.value, join(import.meta.dirname, "train.py"), given);
    if (code !== 0) return code;
    await publish(scratch, files);
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** All at once and only when everything is there: a model without its hash is of no use to anybody. */
async function publish(scratch: string, files: DataFiles): Promise<void> {
  const metrics = metricsSchema.parse(JSON.parse(await readFile(join(scratch, "metrics.json"), "utf8")));
  const { calls, texts } = metrics.heads;
  // Whoever sees a score can tell which files gave it.
  const version = `${calls.sha256.slice(0, 6)}-${texts.sha256.slice(0, 6)}`;
  await mkdir(models, { recursive: true });
  for (const name of [calls.file, texts.file, "metrics.json"]) await copyFile(join(scratch, name), join(models, name));
  await writeFile(join(models, "README.md"), cardOf(metrics, await licencesOf(files), version));
  await writeFile(
    constant,
    `// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "${version}",
  calls: { file: "${calls.file}", sha256: "${calls.sha256}" },
  texts: { file: "${texts.file}", sha256: "${texts.sha256}" },
} as const;
`,
  );
  console.log(`Wrote ${models} and ${constant}. Run npm run format, then npm run eval.`);
}

function complain(message: string): number {
  console.error(message);
  return 1;
}

process.exitCode = await main();
