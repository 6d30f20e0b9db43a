// MCP clients in a home of their own: the gateway goes in front of their servers and out again, and everything else stays.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { hookFilesOf } from "../../../src/main/connectors/hook-files.ts";
import { all, createConnectors } from "../../../src/main/connectors/index.ts";
import type { ConnectorPlace } from "../../../src/main/connectors/types.ts";
import { sha256 } from "../../../src/main/machine/clock.ts";
import type { ConnectorScope } from "../../../src/shared/contract/connector.ts";
import { parseJson } from "../../../src/shared/lib/json.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const user: ConnectorScope = { kind: "user" };

function setUp(id: string, scope: ConnectorScope = user) {
  const home = temporaryDirectory();
  const dataDirectory = join(home, "data");
  const place = {
    home,
    environment: { PATH: join(home, "programs") },
    httpUrl: "http://127.0.0.1:3000",
    hookSocket: join(dataDirectory, "hooks.sock"),
    launcher: join(dataDirectory, "bin", "gatehouse-hook"),
  };
  const connectors = createConnectors({ place: () => place, dataDirectory, sha256, now: () => Date.UTC(2026, 10, 17) });
  const view = async () => (await connectors.list(scope)).find((each) => each.id === id);
  const change = (action: "connect" | "disconnect") => {
    const planned = connectors.plan(id, action, scope);
    if (!planned.ok) throw new Error(planned.error);
    const applied = connectors.apply(id, action, scope, planned.value.digest);
    if (!applied.ok) throw new Error(applied.error);
    return applied.value;
  };
  const write = async (text: string): Promise<string> => {
    const [file = ""] = (await view())?.files ?? [];
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return { place, connectors, view, change, write, launcher: join(dataDirectory, "bin", "gatehouse-mcp") };
}

/** As people write it: comments, odd spacing, a trailing comma. */
function settings(member: string): string {
  return `{
    // my servers
    "theme":   "dark",
    "${member}": {
        "files": { "command": "npx", "args": ["-y", "server-filesystem", "/work"], /* mine */ "env": { "TOKEN": "s3cret" } },
        "plain": { "command": "my-server" },
    },
}
`;
}

const clients = [
  ["cursor", "mcpServers"],
  ["vscode", "servers"],
  ["claude-desktop", "mcpServers"],
  ["windsurf", "mcpServers"],
] as const;

describe.each(clients)("%s", (id, member) => {
  test("gets the gateway in front of its servers, and its file back byte for byte", async () => {
    const { view, change, write, launcher, connectors } = setUp(id);
    expect(await view()).toMatchObject({ state: "not_connected" });
    const original = settings(member);
    const file = await write(original);
    expect(await view()).toMatchObject({ state: "not_connected", detail: "Not governed: files, plain." });

    const planned = connectors.plan(id, "connect", user);
    expect(readFileSync(file, "utf8")).toBe(original);
    change("connect");
    const text = readFileSync(file, "utf8");
    expect(planned.ok && planned.value.changes.map(({ after }) => after)).toEqual([text]);
    expect(text).toContain("// my servers");
    expect(text).toContain('"theme":   "dark"');
    expect(text).toContain("/* mine */");
    const before = ["--client", id, "--name"];
    const servers = JSON.parse(text.replaceAll(/\/\/.*|\/\*.*?\*\//g, "").replaceAll(/,(\s*})/g, "$1"))[member];
    expect(servers).toEqual({
      files: {
        command: launcher,
        args: [...before, "files", "--", "npx", "-y", "server-filesystem", "/work"],
        env: { TOKEN: "s3cret" },
      },
      plain: { command: launcher, args: [...before, "plain", "--", "my-server"] },
    });
    expect(await view()).toMatchObject({ state: "connected", detail: "Governed: files, plain." });
    expect(change("connect").changes).toEqual([]);

    change("disconnect");
    expect(readFileSync(file, "utf8")).toBe(original);
    expect(await view()).toMatchObject({ state: "not_connected" });
  });

  test("is seen to have a new server, and one that was taken out of the gateway", async () => {
    const { view, change, write, launcher } = setUp(id);
    const file = await write(settings(member));
    change("connect");
    const governed = readFileSync(file, "utf8");
    writeFileSync(file, governed.replace(`"plain": {`, `"late": { "command": "late-server" }, "plain": {`));
    expect(await view()).toMatchObject({ state: "changed", detail: expect.stringContaining("Not governed: late.") });
    change("connect");
    expect(await view()).toMatchObject({ state: "connected", detail: "Governed: files, late, plain." });
    // Without a backup of exactly this, every server still gets its own words back.
    change("disconnect");
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain("gatehouse-mcp");
    expect(text).toContain('"command": "late-server"');
    expect(text).toContain("// my servers");
    writeFileSync(file, governed);
    writeFileSync(launcher, "#!/bin/sh\n");
    expect(await view()).toMatchObject({ state: "changed", detail: expect.stringContaining("gateway is missing") });
  });

  test("says what is wrong with a file it cannot read, and changes nothing", async () => {
    const { connectors, write } = setUp(id);
    const file = await write("{ not json");
    expect(connectors.plan(id, "connect", user)).toMatchObject({
      ok: false,
      error: expect.stringContaining("not valid JSON"),
    });
    expect(readFileSync(file, "utf8")).toBe("{ not json");
  });
});

describe("servers of agents", () => {
  const plain = JSON.stringify({ mcpServers: { files: { command: "npx", args: ["-y", "x"] } } }, undefined, 2);
  const words = `{
  // mine
  "mcp": {
    "files": { "type": "local", "command": ["npx", "-y", "x"], "environment": { "TOKEN": "t" }, "enabled": true },
    "docs": { "type": "remote", "url": "https://docs.example/mcp", "headers": { "Authorization": "Bearer t" } }
  }
}
`;
  const nested = JSON.stringify(
    {
      mcpServers: {
        files: { transport: { type: "stdio", command: "npx", args: ["-y", "x"] }, disabled: false },
        docs: {
          transport: {
            type: "streamableHttp",
            url: "https://docs.example/mcp",
            headers: { Authorization: "Bearer t" },
          },
        },
      },
    },
    undefined,
    2,
  );
  const toml = `model = "m" # mine
[mcp_servers.files] # the first
command = 'npx' # runs it
args = [
  "-y", # yes
  "a [x]",
]
env = { TOKEN = "t" }

[mcp_servers."with space"]
command = "server"

[tui]
theme = "dark"
`;
  test.each([
    ["claude-code-mcp", plain, ["files"]],
    ["gemini-cli-mcp", plain, ["files"]],
    ["copilot-mcp", plain, ["files"]],
    ["qwen-code-mcp", plain, ["files"]],
    ["opencode-mcp", words, ["files", "docs"]],
    ["kilo-mcp", words, ["files", "docs"]],
    ["cline-mcp", nested, ["files", "docs"]],
    ["codex-mcp", toml, ["files", "with space"]],
  ])("%s: listed once there are some, wrapped, and back byte for byte", async (id, original, names) => {
    const { view, change, place, connectors, launcher } = setUp(id);
    expect(await view()).toBeUndefined();
    const planned = connectors.plan(id, "connect", user);
    if (!planned.ok) throw new Error(planned.error);
    const file = fileOf(id, place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, original);
    expect(await view()).toMatchObject({ state: "not_connected", detail: `Not governed: ${names.join(", ")}.` });

    change("connect");
    const text = readFileSync(file, "utf8");
    expect(text.split(launcher)).toHaveLength(names.length + 1);
    expect(text).toContain(`"--client"`);
    expect(text).toContain(`"${id.replace(/-mcp$/, "")}"`);
    expect(await view()).toMatchObject({ state: "connected", detail: `Governed: ${names.join(", ")}.` });
    expect(change("connect").changes).toEqual([]);
    expect(commentsIn(text)).toEqual(commentsIn(original).filter((comment) => comment !== "# yes"));

    change("disconnect");
    expect(readFileSync(file, "utf8")).toBe(original);
    expect(await view()).toMatchObject({ state: "not_connected" });
    // Without a backup of exactly this it means the same.
    writeFileSync(file, `${text}\n`);
    change("disconnect");
    const bare = readFileSync(file, "utf8");
    expect(bare).not.toContain("gatehouse");
    expect(meaning(id, bare)).toEqual(meaning(id, original));
  });

  test("a server that Codex reaches by itself stays, and one that cannot be changed safely is named", async () => {
    const { place, connectors, view } = setUp("codex-mcp");
    const file = fileOf("codex-mcp", place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `[mcp_servers.a]\ncommand = "a"\n[mcp_servers.far]\nurl = "http://127.0.0.1:4000/mcp"\n`);
    expect(await view()).toMatchObject({ detail: expect.stringMatching(/Not governed: a\..*reach.*: far\./) });
    writeFileSync(file, `mcp_servers = { a = { command = "a" } }\n`);
    const planned = connectors.plan("codex-mcp", "connect", user);
    expect(planned).toMatchObject({ ok: false, error: expect.stringContaining("Write the server a as a table") });
  });
});

/** Where the servers of an agent stand. */
function fileOf(id: string, place: ConnectorPlace): string {
  const [change] = all.find((each) => each.id === id)?.connect(user, place, () => undefined) ?? [];
  if (change === undefined) throw new Error(`${id} has no file.`);
  return change.file;
}

function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:#|\/\/) .*$/gm)].map(([comment]) => comment);
}

function meaning(id: string, text: string): unknown {
  return id === "codex-mcp" ? parse(text) : parseJson(text.replaceAll(/^\s*\/\/.*$/gm, ""));
}

describe("remote servers", () => {
  const remote = (type: object) => ({
    github: { ...type, url: "https://mcp.example/x?key=abc", headers: { Authorization: "Bearer t0ken" } },
    local: { ...type, url: "http://127.0.0.1:4000/mcp" },
    signed: { ...type, url: "https://oauth.example/mcp" },
  });

  test.each([
    ["cursor", "mcpServers", {}],
    ["vscode", "servers", { type: "http" }],
  ])("of %s keep address and headers off the command line", async (id, member, type) => {
    const { change, write, view, launcher } = setUp(id);
    const original = JSON.stringify({ [member]: remote(type) }, undefined, 2);
    const file = await write(original);
    change("connect");
    const text = readFileSync(file, "utf8");
    expect(parseJson(text)).toMatchObject({
      [member]: {
        github: {
          ...(id === "vscode" ? { type: "stdio" } : {}),
          command: launcher,
          args: ["--client", id, "--name", "github"],
          env: {
            GATEHOUSE_MCP_URL: "https://mcp.example/x?key=abc",
            GATEHOUSE_MCP_HEADER_1: "Authorization: Bearer t0ken",
          },
        },
        local: { command: launcher },
        signed: { url: "https://oauth.example/mcp" },
      },
    });
    expect((await view())?.detail).toBe(
      "Governed: github, local. Not governed, because only the program itself can reach or sign in to them: signed.",
    );
    // Another change in between: the servers come back by their own words.
    writeFileSync(file, text.replace("signed", "renamed"));
    change("disconnect");
    const { signed, ...others } = remote(type);
    expect(parseJson(readFileSync(file, "utf8"))).toEqual({ [member]: { ...others, renamed: signed } });
  });
});

test("a project of Cursor has servers of its own; Claude Desktop has none", async () => {
  const folder = temporaryDirectory();
  const { view, change, write } = setUp("cursor", { kind: "project", folder });
  const file = await write(settings("mcpServers"));
  expect(file).toBe(join(folder, ".cursor", "mcp.json"));
  change("connect");
  expect(await view()).toMatchObject({ state: "connected" });
  const desktop = setUp("claude-desktop", { kind: "project", folder });
  expect(await desktop.view()).toBeUndefined();
});

test("the lists of servers are among the files that agents may not change by themselves", () => {
  const { place } = setUp("cursor");
  const files = hookFilesOf(place, join(place.home, "data")).map(({ path }) => path);
  expect(files).toContain(join(place.home, ".cursor", "mcp.json"));
  expect(files).toContain(join(place.home, ".codeium", "windsurf", "mcp_config.json"));
});
