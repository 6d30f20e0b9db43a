// A contained agent at honest work: it installs a package, edits, tests, commits and pushes, and nobody has to be asked.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { second } from "../../../src/shared/lib/clock.ts";
import type { Engine } from "../engine.ts";
import { note, type Results } from "../steps.ts";
import type { ContainedStage } from "./stage.ts";

/** What a wrong refusal would look like in what the model is told. */
const refused = /read-only file system|permission denied|operation not permitted|blocked|denied|refused|\b403\b/i;

export async function honestWork(stage: ContainedStage, engine: Engine, results: Results): Promise<void> {
  const { program, project, registry, repository } = stage;
  const at = (name: string): string => join(project, name);
  const code = `module.exports.isPair = require("${registry.packageName}");`;
  const calls = [
    program.shell(`npm install ${registry.packageName} --no-audit --no-fund`),
    program.write(at("cart.js"), code),
    program.shell("echo 'Carts know pairs.' >> NOTES.md && sed -i 's/pairs/even pairs/' NOTES.md"),
    program.shell("npm test"),
    program.shell("git add -A && git commit -m 'Count pairs'"),
    program.shell("git push origin main"),
  ];
  const asked: string[] = [];
  const finished = new AbortController();
  const watching = watchHeld(engine, finished.signal, asked);
  const performance = await stage.perform(calls, 120 * second);
  finished.abort();
  await watching;
  const { told } = performance;
  const seen = (wrong: boolean, why: string): string | undefined => (wrong ? why : undefined);
  const installed = existsSync(at(`node_modules/${registry.packageName}/index.js`));
  const fetched = registry.asked().includes("/package.tgz");
  note(
    results,
    "installs packages through the gate",
    seen(!installed || !fetched, "the package was not installed"),
    performance,
  );
  const tested = /pass 2/.test(told[3] ?? "") && /fail 0/.test(told[3] ?? "");
  note(results, "edits and tests", seen(!tested, "the tests did not pass"), performance);
  const pushed =
    logOf(stage).includes("Count pairs") && repository.asked().some((path) => path.includes("receive-pack"));
  note(results, "commits and pushes through the gate", seen(!pushed, "nothing was pushed"), performance);
  const refusals = told.filter((text) => refused.test(text));
  const wrong = [...asked.map((title) => `asked: ${title}`), ...refusals.map((text) => `refused: ${text}`)];
  if (told.length !== calls.length) wrong.push(`${told.length} of ${calls.length} calls were made`);
  note(results, "nothing of it refused, nobody asked", seen(wrong.length > 0, wrong.join("\n")), performance);
}

function logOf({ repository }: ContainedStage): string {
  return execFileSync("git", ["-C", repository.bare, "log", "--format=%s", "main"], { encoding: "utf8" });
}

async function watchHeld(engine: Engine, finished: AbortSignal, asked: string[]): Promise<void> {
  const known = new Set<string>();
  while (!finished.aborted) {
    for (const { approvalId, intent } of await engine.held()) {
      if (known.has(approvalId)) continue;
      known.add(approvalId);
      asked.push(`${intent.tool} ${JSON.stringify(intent.arguments)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
