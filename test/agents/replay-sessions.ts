// npm run replay: recorded sessions of real work through the real Claude Code and its hook; every stop is named. Nothing of them runs.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../../scripts/project.ts";
import { replay, replayText } from "./replay.ts";

const { values, positionals } = parseArgs({
  options: {
    /** The first so many calls; all of them unless told. */
    calls: { type: "string", default: "1000000" },
  },
  allowPositionals: true,
});
const [file = join(projectRoot, "..", "shared", "data", "real.jsonl")] = positionals;

if (existsSync(file)) {
  const replayed = await replay(file, Number(values.calls), (line) => console.error(line));
  console.log(replayText(replayed));
  process.exitCode = replayed.stops.length === 0 ? 0 : 1;
} else {
  console.error(`There are no sessions in ${file}. Name a file: npm run replay -- FILE [--calls N]`);
  process.exitCode = 1;
}
