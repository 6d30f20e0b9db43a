// The registry of worker threads: every entry exists, is the only way to start one, and is built.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workerInputs, type WorkerName, workerSources, workerUrl } from "../../../src/main/workers/entries.ts";

const root = join(import.meta.dirname, "../../..");
const names = Object.keys(workerSources).filter((name): name is WorkerName => name in workerSources);

test.each(names)("%s has a source, which is what the bundler builds", (name) => {
  expect(existsSync(workerUrl(name))).toBe(true);
  const input = workerInputs()[`${name}-worker`] ?? "";
  expect(workerUrl(name).pathname.endsWith(`/${input}`)).toBe(true);
});

test("every worker.ts is in it, and nothing else starts threads", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const workers = files.filter((file) => /^main\/.*\/worker\.ts$/.test(file)).map((file) => file.slice("main/".length));
  expect(workers.toSorted()).toEqual(Object.values(workerSources).toSorted());
  const starters = files.filter((file) => readFileSync(join(root, "src", file), "utf8").includes("new Worker("));
  expect(starters).toEqual(["main/workers/worker-client.ts"]);
});
