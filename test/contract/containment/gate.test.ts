// A contained run and its way out, with the real launcher, bubblewrap and curl: hosts wait for a human, refusals are recorded, bytes counted.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import type { Answer } from "../../../src/main/engine/approvals/endings.ts";
import { sha256 } from "../../../src/main/machine/clock.ts";
import { createReader } from "../../../src/main/store/read/reader.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { EntryKind } from "../../../src/shared/domain/audit.ts";
import { endpointsOf } from "../../../src/shared/local/endpoints.ts";
import { serveElsewhere } from "../../main/sandbox/support.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";
import { homeForTests } from "../../support/home.ts";

const canContain = process.platform === "linux" && existsSync("/usr/bin/bwrap") && existsSync("/usr/bin/perl");

interface Trial {
  readonly gatehouse: Gatehouse;
  readonly project: string;
  readonly home: string;
  readonly shell: (command: string) => Promise<{ readonly code: number | null; readonly output: string }>;
  readonly held: () => Promise<readonly HeldApproval[]>;
  readonly answer: (changes: Partial<Answer>) => Promise<unknown>;
  readonly entries: (kind: EntryKind) => readonly { readonly summary: string }[];
}

async function trial(policy?: string): Promise<Trial> {
  const gatehouse = await startGatehouse();
  const { dataDirectory } = gatehouse.address;
  if (policy !== undefined) {
    const saved = await gatehouse.operations.savePolicy({ text: policy }, "console");
    if (!saved.ok) throw new Error(saved.error.message);
  }
  const home = homeForTests();
  const project = join(home, "shop");
  mkdirSync(join(project, ".git"), { recursive: true });
  const shell: Trial["shell"] = (command) =>
    new Promise((resolve) => {
      const words = [join(dataDirectory, "bin/gatehouse"), "run", "--", "sh", "-c", command];
      const child = spawn("/usr/bin/perl", words, {
        cwd: project,
        env: { PATH: "/usr/bin:/bin", HOME: home },
        stdio: ["ignore", "pipe", "pipe"],
      });
      onTestFinished(() => void child.kill());
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
      child.once("close", (code) => resolve({ code, output }));
    });
  const held = async () => {
    const listed = await gatehouse.operations.listApprovals({}, "console");
    return listed.ok ? listed.value : [];
  };
  return {
    gatehouse,
    project,
    home,
    shell,
    held,
    async answer(changes) {
      const [approval] = await held();
      if (approval === undefined) throw new Error("Nothing waits.");
      const { approvalId, digest } = approval;
      const answer = { approvalId, digest, decision: "approve", scope: "host", duration: "once", ...changes } as const;
      return gatehouse.operations.resolveApproval(answer, "console");
    },
    entries: (kind) => {
      const reader = createReader(dataDirectory);
      onTestFinished(reader.close);
      return reader.page({ filter: { kinds: [kind] } }).entries;
    },
  };
}

describe.skipIf(!canContain)("a contained run", () => {
  test("an unknown host waits until a human allows it; then the program goes on", async () => {
    const { shell, held, answer } = await trial();
    const running = shell("curl -sS -i --max-time 60 http://cdn.invalid/file");
    await expect.poll(async () => (await held()).length, { timeout: 20_000 }).toBe(1);
    const [card] = await held();
    expect(card).toMatchObject({
      agentName: expect.stringContaining("sh"),
      intent: { tool: "contained_connect", boundary: { kind: "connect" } },
      facts: { hosts: [{ host: "cdn.invalid", port: 80 }] },
    });
    expect(card?.intent.boundary?.command).toContain("curl");
    expect(await answer({})).toMatchObject({ ok: true });
    // Allowed, and then there is no such host: the gate has tried.
    expect((await running).output).toContain("no address was found for this name");
  });

  test("a human's no reaches the program with its reason", async () => {
    const { shell, held, answer } = await trial();
    const running = shell("curl -sS -i --max-time 60 http://cdn.invalid/file");
    await expect.poll(async () => (await held()).length, { timeout: 20_000 }).toBe(1);
    await answer({ decision: "deny", scope: "exact", reason: "Use the copy in vendor." });
    const { output } = await running;
    expect(output).toContain("403 Refused by Gatehouse");
    expect(output).toContain("Use the copy in vendor.");
  });

  test("loopback services are reached where the policy lists their port, counted and recorded", async () => {
    const { port, log } = await serveElsewhere();
    const other = await serveElsewhere();
    const policy = `defaults: { tools: { "*": { allowed: true } } }\ncontainment: { loopback_ports: [${port}] }\n`;
    const { shell, gatehouse, entries } = await trial(policy);
    const { output } = await shell(
      [
        `curl -sS -d hello http://127.0.0.1:${port}/listed`,
        `curl -sS --noproxy '' http://127.0.0.1:${other.port}/not-listed`,
        `curl -sS --noproxy '*' --max-time 5 http://127.0.0.1:${other.port}/direct`,
        `curl -sS --noproxy '' ${gatehouse.address.http}/`,
      ].join("; "),
    );
    expect(output).toContain("welcome hello");
    expect(readFileSync(log, "utf8")).toContain("POST /listed");
    expect(readFileSync(other.log, "utf8")).toBe("");
    expect(output).toContain("it leads to this machine or a private network");
    expect(output).toContain("it leads to Gatehouse itself");
    const runs = () => gatehouse.operations.listRuns({}, "console");
    const hosts = [{ host: "127.0.0.1", port, connections: 1 }];
    await expect.poll(runs).toMatchObject({ ok: true, value: [{ hosts, closedAt: expect.any(Number) }] });
    await expect.poll(() => entries("traffic").length).toBe(1);
    expect(entries("traffic")[0]?.summary).toMatch(/sent \d+ bytes to 1 host/);
    const denied = await gatehouse.operations.listFeed({ limit: 50 }, "console");
    expect(JSON.stringify(denied)).toContain("outside_containment");
  });

  test.skipIf(!existsSync("/usr/bin/ssh"))("git over ssh goes through the gate", async () => {
    const server = `
      const { createServer } = require("node:net");
      const server = createServer((socket) => socket.on("error", () => {}).write("SSH-2.0-TestServer\\r\\n"));
      server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ["-e", server], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill());
    const [line] = await once(child.stdout, "data");
    const port = Number(String(line));
    const policy = `defaults: { tools: { "*": { allowed: true } } }\ncontainment: { loopback_ports: [${port}] }\n`;
    const { shell, gatehouse } = await trial(policy);
    const { output } = await shell(
      `eval "timeout 5 $GIT_SSH_COMMAND -v -F none -o BatchMode=yes -p ${port} git@127.0.0.1 git-upload-pack x"`,
    );
    expect(output).toContain("remote software version TestServer");
    const hosts = [{ host: "127.0.0.1", port }];
    const runs = () => gatehouse.operations.listRuns({}, "console");
    await expect.poll(runs).toMatchObject({ ok: true, value: [{ hosts }] });
  });

  test("names are only looked up by the gate", async () => {
    const { shell } = await trial();
    const { output } = await shell(
      "getent hosts example.com || echo unresolved; curl -sS --noproxy '*' http://example.com/",
    );
    expect(output).toContain("unresolved");
    expect(output).toMatch(/could not resolve host/i);
  });

  test("a refused read becomes a request, the agent is told, and what a human opens is there in the next run", async () => {
    const { shell, gatehouse, home, held, answer } = await trial();
    const notes = join(home, "notes.txt");
    writeFileSync(notes, "the notes");
    const { hooks } = endpointsOf(gatehouse.address.dataDirectory, {
      platform: process.platform,
      temporary: tmpdir(),
      user: process.getuid?.() ?? 0,
      sha256,
    });
    // What an agent's hook sends after the call.
    const event = {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `cat ${notes}` },
      tool_response: { stdout: "", stderr: `cat: ${notes}: No such file or directory`, interrupted: false },
      tool_use_id: "t1",
      session_id: "s1",
      cwd: join(home, "shop"),
    };
    const post = `curl -sS --noproxy '*' --unix-socket ${hooks} -H 'content-type: application/json' --data-binary @- http://localhost/hooks/claude-code`;
    const first = await shell(`cat ${notes}; cat <<'END' | ${post}\n${JSON.stringify(event)}\nEND\n`);
    expect(first.output).toContain(`cat: ${notes}: No such file`);
    expect(first.output).toContain(`reading ${notes} was blocked`);
    expect(first.output).toContain("The user has been asked");
    const [card] = await held();
    expect(card).toMatchObject({ intent: { tool: "contained_read", boundary: { command: `cat ${notes}` } } });
    expect(await answer({})).toMatchObject({ ok: false });
    expect(await answer({ scope: "tool_and_path", duration: "always" })).toMatchObject({ ok: true });
    expect((await shell(`cat ${notes}; echo more >> ${notes}`)).output).toMatch(
      /^the notes[\s\S]*read-only file system/i,
    );
  });

  test("a run that uses more processor time than the policy gives it is stopped, and says why", async () => {
    const { shell } = await trial(
      'defaults: { tools: { "*": { allowed: true } } }\ncontainment: { max_cpu_seconds: 1, max_seconds: 60 }\n',
    );
    const { code, output } = await shell("while :; do :; done");
    expect(output).toContain("more than 1 seconds of processor time");
    expect(code).toBe(137);
  });
});
