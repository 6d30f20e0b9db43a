// The fake engine in docs/sdk.md runs as printed, apart from where the package is.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { ended } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";

test("the fake engine says what the page says it does", async () => {
  const page = readFileSync(join(projectRoot, "docs/sdk.md"), "utf8");
  const [, program = ""] = /```js\n(.*?)```/s.exec(page) ?? [];
  const promised = /^`(Denied: .*)`$/m.exec(page)?.[1];
  const file = join(temporaryDirectory(), "fake.mjs");
  const source = pathToFileURL(join(projectRoot, "sdk/typescript/src/index.ts")).href;
  writeFileSync(file, program.replace('"gatehouse-sdk"', JSON.stringify(source)));
  const { code, stdout } = await ended(spawn(process.execPath, [file], { cwd: projectRoot }));
  expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: promised });
});
