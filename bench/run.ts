// Runs the benchmarks: every file in this folder that exports run(). `npm run bench -- NAME …` runs only those;
// `--against DIR` compares them with the same benchmarks of another work tree.
import "../src/main/model/telemetry-off.ts";
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { runAgainst } from "./support/against.ts";

interface Benchmark {
  readonly run: (print: (line: string) => void) => Promise<void>;
}

const { values, positionals: wanted } = parseArgs({
  options: { against: { type: "string" }, rounds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.replace(/\.ts$/, ""));
const unknown = wanted.filter((name) => !names.includes(name));
const rounds = Number(values.rounds);
if (unknown.length > 0 || !(rounds >= 1)) {
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  else console.error("--rounds must be a number from 1.");
  process.exit(1);
}

const chosen = wanted.length === 0 ? names : wanted;
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
if (values.against !== undefined) await runAgainst(values.against, chosen, rounds);
else {
  for (const name of chosen) {
    console.log(`\n${name}`);
    const benchmark = (await import(`./${name}.ts`)) as Benchmark;
    await benchmark.run((line) => console.log(`  ${line}`));
  }
}
