// Runs the benchmarks: every file in this folder that exports run(). `npm run bench -- NAME …` runs only those.
import "../src/main/model/telemetry-off.ts";
import { readdirSync } from "node:fs";
import { cpus } from "node:os";

interface Benchmark {
  readonly run: (print: (line: string) => void) => Promise<void>;
}

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.replace(/\.ts$/, ""));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  process.exit(1);
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
for (const name of wanted.length === 0 ? names : wanted) {
  console.log(`\n${name}`);
  const benchmark = (await import(`./${name}.ts`)) as Benchmark;
  await benchmark.run((line) => console.log(`  ${line}`));
}
