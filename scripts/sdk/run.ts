// `npm run test:sdk`: the tests of every SDK against the real engine. Says what it left out, and why; the last line is for programs.
// `--uncovered` leaves out what other gates of `npm test` run, and what takes long; other words name the languages to test.
import { runCaptured } from "../child.ts";
import { explain } from "../gates/test-run.ts";
import { languages } from "./languages/index.ts";
import type { Step } from "./step.ts";

interface Result {
  passed: number;
  readonly failures: string[];
  readonly leftOut: string[];
}

async function attempt(name: string, step: Step, result: Result): Promise<string> {
  const missing = await step.missing();
  if (missing !== undefined) {
    result.leftOut.push(`left out: ${name}: ${missing}`);
    return `left out: ${missing}`;
  }
  for (const program of step.programs) {
    const captured = await runCaptured(program, step.limit);
    if (captured.code === 0 && !captured.timedOut) continue;
    const output = explain(captured, step.limit);
    result.failures.push(`${name}\n${output}`);
    return `FAILED\n${output}`;
  }
  result.passed += 1;
  return "ok";
}

const words = process.argv.slice(2);
const uncovered = words.includes("--uncovered");
const chosen = words.filter((word) => !word.startsWith("--"));
const unknown = chosen.filter((word) => !Object.hasOwn(languages, word));
if (unknown.length > 0) {
  console.error(`No SDK for ${unknown.join(", ")}. There are: ${Object.keys(languages).join(", ")}.`);
  process.exit(2);
}
const result: Result = { passed: 0, failures: [], leftOut: [] };
for (const [language, steps] of Object.entries(languages)) {
  if (chosen.length > 0 && !chosen.includes(language)) continue;
  for (const step of steps) {
    if (uncovered && (step.coveredBy !== undefined || step.long === true)) continue;
    const name = `${language}: ${step.name}`;
    console.log(`${name}: ${await attempt(name, step, result)}`);
  }
}
console.log(JSON.stringify(result));
process.exitCode = result.failures.length === 0 ? 0 : 1;
