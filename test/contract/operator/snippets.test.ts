// Every program the integrations screen shows, run as printed against a real engine, with and without a token.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import type { Snippet, SnippetPlace } from "../../../src/renderer/screens/integrations/program.ts";
import { snippetsOf } from "../../../src/renderer/screens/integrations/programs.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";

vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
const token = "a-token-for-the-programs";

async function placeOf(changes: Parameters<typeof startGatehouse>[0] = {}): Promise<SnippetPlace> {
  const { operations } = await startGatehouse(changes);
  const info = await operations.getConnection({}, "test");
  if (!info.ok) throw new Error(info.error.message);
  const { http, ws, token: demanded, sdk, transports } = info.value;
  return { http, ws, token: demanded, sdk, a2e: transports.find(({ id }) => id === "a2e")?.address };
}

async function outputOf(snippet: Snippet, environment: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-snippet-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { cwd: folder, env: { ...process.env, ...environment }, timeout: 60_000 };
  const file = join(folder, snippet.file ?? "line.sh");
  writeFileSync(file, snippet.text);
  const programs = { shell: "bash", websocket: process.execPath, node: process.execPath, python: "python3" } as const;
  const { stdout } = await run(programs[snippet.language], [file], options);
  return stdout;
}

const expected = { a2g: "APPROVED", aeon: "ahoy", aos: "allow", a2e: "ahoy" } as const;

describe.each([
  ["without a token", {}, {}],
  ["with a token", { token }, { GATEHOUSE_TOKEN: token }],
] as const)("%s", (_name, changes, environment) => {
  test("every program works as printed", async () => {
    const place = await placeOf({ ...changes });
    const snippets = snippetsOf(place);
    expect(snippets.length).toBe(13);
    for (const snippet of snippets) {
      const output = await outputOf(snippet, environment);
      expect(output, `${snippet.protocol} ${snippet.language}\n${snippet.text}`).toContain(expected[snippet.protocol]);
    }
  });
});

test("nobody's token stands in a program", async () => {
  const place = await placeOf({ token });
  for (const { text } of snippetsOf(place)) expect(text).not.toContain(token);
  expect(place.sdk).toBe(pathToFileURL(join(projectRoot, "sdk/typescript/src/index.ts")).href);
});
