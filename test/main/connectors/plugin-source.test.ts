// The plugin of opencode and Kilo, loaded as they load it: what it sends for a tool of an MCP server.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { opencodePlugin } from "../../../src/main/connectors/plugin-source.ts";

interface Hooks {
  readonly config: (settings: unknown) => Promise<void>;
  readonly "tool.execute.before": (call: unknown, output: unknown) => Promise<void>;
}

const moduleSchema = z.object({
  Gatehouse: z.custom<(input: { readonly directory: string; readonly client: unknown }) => Promise<Hooks>>(
    (value) => typeof value === "function",
  ),
});

async function loadPlugin(client?: unknown, answerAfterMs = 0) {
  const folder = mkdtempSync(join(tmpdir(), "plugin-"));
  const socket = join(folder, "s");
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      seen.push(await json(request));
      await new Promise((resolve) => void setTimeout(resolve, answerAfterMs));
      response.end('{"kind":"allow"}');
    })();
  }).listen(socket);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const place = { home: folder, environment: {}, httpUrl: "", hookSocket: socket, launcher: join(folder, "bin/hook") };
  const file = join(folder, "gatehouse.mjs");
  writeFileSync(file, opencodePlugin(place, "opencode"));
  const { Gatehouse } = moduleSchema.parse({ ...(await import(pathToFileURL(file).href)) });
  const hooks = await Gatehouse({ directory: folder, client });
  return {
    seen,
    configure: hooks.config,
    before: (tool: string) => hooks["tool.execute.before"]({ tool, sessionID: "s", callID: "c" }, { args: {} }),
  };
}

test("it says which server a tool belongs to, by the longest name that fits", async () => {
  const { seen, configure, before } = await loadPlugin();
  await configure({ mcp: { "my files": {}, my: {} } });
  for (const tool of ["my_files_read", "my_list", "bash"]) await before(tool);
  expect(seen).toMatchObject([
    { tool_name: "my_files_read", mcp_context: { server_name: "my files", tool_name: "read" } },
    { tool_name: "my_list", mcp_context: { server_name: "my", tool_name: "list" } },
    { tool_name: "bash" },
  ]);
  expect(seen[2]).not.toHaveProperty("mcp_context");
});

test("settings without servers, or none at all, are no obstacle", async () => {
  const { seen, configure, before } = await loadPlugin();
  await configure(undefined);
  await before("my_files_read");
  expect(seen).toHaveLength(1);
});

test("while somebody is waited for, the terminal says so; that it cannot is no reason to block", async () => {
  const shown: unknown[] = [];
  const { before } = await loadPlugin({ tui: { showToast: (toast: unknown) => shown.push(toast) } }, 1200);
  await before("bash");
  expect(shown).toMatchObject([{ body: { message: expect.stringContaining("Waiting for Gatehouse") } }]);
  const broken = await loadPlugin({ tui: { showToast: () => Promise.reject(new Error("no terminal")) } }, 1200);
  await broken.before("bash");
});
