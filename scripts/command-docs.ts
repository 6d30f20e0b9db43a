// Writes the commands of the command table into docs/cli.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withCommandDocs } from "../src/cli/table/docs.ts";

const page = join(import.meta.dirname, "../docs/cli.md");
writeFileSync(page, withCommandDocs(readFileSync(page, "utf8")));
