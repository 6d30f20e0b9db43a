// `npm run pictures`: makes the screenshots of the documents again, from the real window after the demo's working day.
import { join } from "node:path";
import { minute } from "../src/shared/lib/clock.ts";
import { windowTests } from "./gates/gates.ts";
import { projectRoot } from "./project.ts";

process.env["GATEHOUSE_PICTURES"] = join(projectRoot, "docs", "screenshots");
const { failed, output, notes } = await windowTests(5 * minute, ["test/e2e/screens/pictures.test.ts"]);
for (const note of notes) console.log(note);
if (failed > 0) console.error(output);
process.exitCode = failed === 0 ? 0 : 1;
