// The launcher as a real process in front of a real socket: an answer goes through, anything else blocks with a reason.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeEngineDown } from "../../../src/main/connectors/engine-down.ts";
import { guardedCommand, launcherText, recordingCommand } from "../../../src/main/connectors/launcher.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

async function ready(answer?: RequestListener, edit = (script: string) => script) {
  // A folder with a blank and an apostrophe: every path has to be quoted.
  const folder = join(temporaryDirectory(), "it's here");
  mkdirSync(folder);
  const place = {
    home: folder,
    environment: {},
    httpUrl: "http://127.0.0.1:1",
    hookSocket: join(folder, "hooks.sock"),
    launcher: join(folder, "gatehouse-hook"),
  };
  writeFileSync(place.launcher, edit(launcherText(place)));
  chmodSync(place.launcher, 0o755);
  if (answer !== undefined) {
    const server = createServer(answer).listen(place.hookSocket);
    await once(server, "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  return place;
}

async function run(commandLine: string, input: string) {
  const child = spawn("/bin/sh", ["-c", commandLine]);
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, stdout, stderr };
}

const event = JSON.stringify({ tool_name: "Bash", tool_input: { command: "echo 'ä $HOME' \\ \n" } });
const answering =
  (body: string, status = 200): RequestListener =>
  (request, response) => {
    request.resume();
    response.statusCode = status;
    response.end(body);
  };

test("the event reaches the engine byte for byte, and the answer comes back", async () => {
  const seen: string[] = [];
  const place = await ready((request, response) => {
    void text(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${request.headers["content-type"]}`, body);
      return response.end('{"decision":"deny","reason":"50 % of \\"it\\" \\\\n"}');
    });
  });
  const ended = await run(guardedCommand(place, "gemini-cli", "BeforeTool"), event);
  expect(ended).toEqual({ code: 0, stdout: '{"decision":"deny","reason":"50 % of \\"it\\" \\\\n"}\n', stderr: "" });
  expect(seen).toEqual(["POST /hooks/gemini-cli?event=BeforeTool application/json", event]);
});

test("neither settings for curl nor another curl get in between", async () => {
  const place = await ready(answering('{"decision":"deny"}'));
  writeFileSync(join(place.home, ".curlrc"), 'output = "/dev/null"\nurl = "http://127.0.0.1:1"\n');
  writeFileSync(join(place.home, "curl"), "#!/bin/sh\necho '{}'\n", { mode: 0o755 });
  const variables = ["HOME", "CURL_HOME", "PATH"].map((name) => `${name}=${JSON.stringify(place.home)}`).join(" ");
  const launched = `${variables} '${place.launcher.replace("'", "'\\''")}' gemini-cli BeforeTool`;
  expect(await run(launched, event)).toEqual({ code: 0, stdout: '{"decision":"deny"}\n', stderr: "" });
});

describe("blocks with a reason", () => {
  const blocked = async (place: Awaited<ReturnType<typeof ready>>): Promise<string> => {
    const { code, stdout, stderr } = await run(guardedCommand(place, "codex", "PreToolUse"), event);
    return `${code} ${JSON.stringify(stdout)} ${stderr}`;
  };
  const says = /^2 "" [^]*Gatehouse .* this call is blocked/;

  test("when no engine runs, and says what to do", async () => {
    expect(await blocked(await ready())).toContain("run: gatehouse serve");
  });

  test.each(["certainly", "", '{"decision":"al', "[]"])("when the answer is %j", async (body) => {
    expect(await blocked(await ready(answering(body)))).toMatch(says);
  });

  test.each([403, 422, 500])("when the status is %i, with what it said", async (status) => {
    expect(await blocked(await ready(answering('{"decision":"allow"}', status)))).toContain(String(status));
  });

  test("when the engine hangs up", async () => {
    expect(await blocked(await ready((request) => void request.socket.destroy()))).toMatch(says);
  });

  test("when the engine does not answer in time", async () => {
    expect(
      await blocked(
        await ready(
          () => undefined,
          (script) => script.replaceAll(/limit=\d+/g, "limit=1"),
        ),
      ),
    ).toMatch(says);
  });

  test("when the launcher is gone", async () => {
    const place = await ready(answering("{}"));
    rmSync(place.launcher);
    expect(await blocked(place)).toMatch(says);
  });

  test("when perl and curl are missing", async () => {
    const neither = (script: string): string => withoutPerl(script).replace("$(curl", "$(no-such-curl");
    expect(await blocked(await ready(answering("{}"), neither))).toMatch(says);
  });
});

const withoutPerl = (script: string): string => script.replaceAll("/usr/bin/perl", "/no/such/perl");

test("without perl curl asks", async () => {
  const place = await ready(answering("{}"), withoutPerl);
  expect(await run(guardedCommand(place, "codex", "PreToolUse"), event)).toMatchObject({ code: 0, stdout: "{}\n" });
});

test("an agent that reads only answers gets its refusal as one", async () => {
  const place = await ready();
  const command = guardedCommand(place, "copilot", "preToolUse", (reason) => ({ permissionDecision: "deny", reason }));
  const { code, stdout } = await run(command, event);
  expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
    code: 0,
    answer: { permissionDecision: "deny", reason: expect.stringContaining("run: gatehouse serve") },
  });
});

test("what is only recorded never stops the agent", async () => {
  expect(await run(recordingCommand(await ready(), "codex", "Stop"), event)).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
});

test("the launcher gives up before the agent would go on without it", () => {
  const script = launcherText({ home: "", environment: {}, httpUrl: "", hookSocket: "/s", launcher: "/l" });
  expect(script).toMatch(/qwen-code\) limit=5\d /);
  expect(script).toMatch(/cline\) limit=11\d /);
  expect(script).toMatch(/\*\) limit=8\d\d /);
});

describe("while no engine runs, and the user wants to be asked by the agent", () => {
  const chosen = async (words: string, answer?: RequestListener) => {
    const place = await ready(answer);
    writeFileSync(join(dirname(place.launcher), "engine-down"), words);
    return place;
  };

  test.each([
    ["claude-code", "PreToolUse", { hookSpecificOutput: { permissionDecision: "ask" } }],
    ["qwen-code", "PreToolUse", { hookSpecificOutput: { permissionDecision: "ask" } }],
    ["gemini-cli", "BeforeTool", { decision: "ask" }],
    ["copilot", "preToolUse", { permissionDecision: "ask" }],
  ])("%s is told to ask", async (agent, name, answer) => {
    const { code, stdout } = await run(guardedCommand(await chosen("ask\n"), agent, name), event);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({ code: 0, answer });
    expect(stdout).toContain("gatehouse serve");
  });

  test.each([
    ["codex", "PreToolUse"],
    ["cline", "PreToolUse"],
  ])("%s cannot ask, so the call is blocked", async (agent, name) => {
    const { code, stdout } = await run(guardedCommand(await chosen("ask\n"), agent, name), event);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test.each(["deny\n", "", "ask", "allow\n", "asking\n"])("a file that says %j blocks", async (words) => {
    expect((await run(guardedCommand(await chosen(words), "claude-code", "PreToolUse"), event)).code).toBe(2);
  });

  test.each([403, 500])("an engine that answers %i is no engine that does not run", async (status) => {
    const place = await chosen("ask\n", answering("{}", status));
    expect((await run(guardedCommand(place, "claude-code", "PreToolUse"), event)).code).toBe(2);
  });

  test("the engine writes the word, and nothing that others may read", async () => {
    const place = await ready();
    const file = join(dirname(place.launcher), "engine-down");
    expect(writeEngineDown(place.launcher, "ask")).toEqual({ ok: true });
    expect(readFileSync(file, "utf8")).toBe("ask\n");
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await run(guardedCommand(place, "claude-code", "PreToolUse"), event)).code).toBe(0);
    writeEngineDown(place.launcher, "deny");
    expect((await run(guardedCommand(place, "claude-code", "PreToolUse"), event)).code).toBe(2);
  });
});
