// The command against a real operator socket: what it asks, what it shows, how it ends.
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstWords } from "../../src/cli/table/index.ts";
import { visible } from "../../src/cli/text.ts";
import { fail, ok } from "../../src/shared/lib/result.ts";
import { runCommand } from "../support/process/command.ts";
import { createFakeEngine } from "../support/window/fake-operations.ts";
import { type OperatorServer, serveOperator, socketsIn } from "../support/protocols/operator-server.ts";
import { dids, lifelikeApprovals } from "../support/engine/lifelike.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const fake = createFakeEngine("busy", { http: "http://127.0.0.1:3000", ws: "ws://127.0.0.1:3000" });
let directory: string;
let server: OperatorServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  server = await serveOperator(directory, fake.operations);
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => void server.asked.splice(0));

const run = (...words: string[]) => runCommand([...words, "--data-dir", directory]);
const asked = (name: string) => server.asked.filter((each) => each.name === name).map((each) => each.input);

describe("what people see", () => {
  test("status", async () => {
    const { code, stdout, stderr } = await run("status");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Address    http://127.0.0.1:3000  ws://127.0.0.1:3000\n");
    expect(stdout).toContain("Ledger     18204 entries\n");
  });

  test("status for machines, with the directory from the environment", async () => {
    const { code, stdout } = await runCommand(["status", "--json"], { GATEHOUSE_HOME: directory });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ http: "http://127.0.0.1:3000", halted: false });
  });

  test("approvals with signs that some take for the end of a line", async () => {
    const [sample] = lifelikeApprovals(0);
    if (sample === undefined) throw new Error("There is no sample.");
    const folder = temporaryDirectory();
    const command = "make \u2028\u2029\u0085 all";
    const facts = { ...sample.facts, command };
    const listApprovals = async () => ok([{ ...sample, facts }]);
    const odd = await serveOperator(folder, { ...fake.operations, listApprovals });
    const { code, stdout } = await runCommand(["approvals", "--data-dir", folder]);
    await odd.close();
    expect(code).toBe(0);
    expect(stdout).toContain("| make \\u{2028}\\u{2029}\\u{85} all\n");
  }, 60_000);

  test("approvals show every character of the command and how to answer", async () => {
    const { stdout } = await run("approvals");
    for (const { approvalId, facts } of lifelikeApprovals(Date.now())) {
      expect(stdout).toContain(approvalId);
      for (const line of facts.command?.split("\n") ?? []) expect(stdout).toContain(`    | ${visible(line)}\n`);
    }
    expect(stdout).toContain("gatehouse approve ID");
  });

  test("agents and grants in columns", async () => {
    const [agents, grants] = await Promise.all([run("agents"), run("grants")]);
    expect(agents.stdout).toMatch(/^NAME +STATE +SEEN/);
    expect(agents.stdout).toMatch(/Claude Code +connected +\d+ s ago +3218 +14 +CRITICAL +key pinned +did:aeon/);
    expect(grants.stdout).toMatch(/^ID +EFFECT +WHAT/);
    expect(grants.code).toBe(0);
  });

  test("contained runs, and what they sent to which host", async () => {
    const { stdout, code } = await run("runs");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^RUN +AGENT +PROFILE +STATE +PROJECT +COMMAND/);
    expect(stdout).toMatch(/RUN +HOST +SENT BYTES +RECEIVED BYTES +CONNECTIONS/);
    expect(stdout).toMatch(/registry\.npmjs\.org:443/);
    expect((await run("runs", "--agent", "did:aeon:nobody")).stdout).toContain("No contained run");
  });

  test("explain", async () => {
    const { stdout, code } = await run(
      "explain",
      "--tool",
      "Bash",
      "--arguments",
      '{"command":"ls"}',
      "--agent",
      dids.claude,
    );
    expect(code).toBe(0);
    expect(stdout).toContain("APPROVED: ");
    expect(asked("explain")).toEqual([{ tool: "Bash", arguments: { command: "ls" }, agentDid: dids.claude }]);
  });
});

describe("what people decide", () => {
  test("approve is bound to the digest of what it showed", async () => {
    const held = await fake.operations.listApprovals({}, "test");
    const [approval] = held.ok ? held.value : [];
    if (approval === undefined) throw new Error("The fake engine holds nothing.");
    const { code, stdout } = await run(
      "approve",
      approval.approvalId,
      "--scope",
      "command_form",
      "--duration",
      "1h",
      "--reason",
      "fine",
    );
    expect(code).toBe(0);
    expect(stdout).toContain(approval.facts.command ?? approval.intent.tool);
    expect(stdout).toContain("\nApproved.\n");
    expect(asked("resolveApproval")).toEqual([
      {
        approvalId: approval.approvalId,
        decision: "approve",
        scope: "command_form",
        duration: "1h",
        reason: "fine",
        digest: approval.digest,
      },
    ]);
    const again = await run("approve", approval.approvalId);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("see gatehouse approvals");
  });

  test("deny hands over the reason", async () => {
    const held = await fake.operations.listApprovals({}, "test");
    const approvalId = held.ok ? (held.value[0]?.approvalId ?? "") : "";
    const { code, stdout } = await run("deny", approvalId, "--reason", "Use the staging database.", "--json");
    expect({ code, resolved: JSON.parse(stdout) }).toEqual({ code: 0, resolved: { approvalId, outcome: "DENIED" } });
    expect(asked("resolveApproval")).toMatchObject([
      { decision: "deny", scope: "exact", duration: "once", reason: "Use the staging database." },
    ]);
  });

  test.each([
    [["halt"], { halted: true, reason: "" }],
    [["resume"], { halted: false, reason: "" }],
    [["halt", dids.codex, "--reason", "lunch"], { halted: true, agentDid: dids.codex, reason: "lunch" }],
  ])("%j", async (words, input) => {
    expect(await run(...words)).toMatchObject({ code: 0, stderr: "" });
    expect(asked("setHalt")).toEqual([input]);
  });

  test("pair, and revoke some, all or a grant", async () => {
    expect((await run("pair", dids.aider, "accept")).stdout).toBe("Aider is accepted (connected).\n");
    await run("revoke", "--agent", dids.gemini, "--capabilities", "fetch_url,search_web", "--reason", "noisy");
    await run("revoke", "--agent", dids.gemini);
    expect(asked("revokeAgent")).toMatchObject([
      { agentDid: dids.gemini, capabilities: ["fetch_url", "search_web"], reason: "noisy" },
      { agentDid: dids.gemini, capabilities: "*" },
    ]);
    const grants = await fake.operations.listGrants({}, "test");
    const grant = grants.ok ? grants.value[0] : undefined;
    expect((await run("revoke", grant?.grantId ?? "")).stdout).toBe(`Revoked: ${grant?.title}\n`);
  });
});

describe("when it cannot be done", () => {
  test.each([
    [["approve"], /Usage: gatehouse approve ID/],
    [["approve", "a", "b"], /Usage: gatehouse approve ID/],
    [["approve", "a", "--scope", "everything"], /--scope is one of exact, /],
    [["approve", "a", "--scope", "host"], /Add --duration with one of 5m, .* or leave --scope out/],
    [["deny", "a", "--scope", "host", "--duration", "once"], /Add --duration with one of 5m, /],
    [["approve", "a", "--forever"], /Unknown option '--forever'/],
    [["deny", "a", "--duration", "2h"], /--duration is one of once, /],
    [["revoke"], /Name one thing/],
    [["revoke", "a", "--agent", "b"], /Name one thing/],
    [["pair", "did:aeon:a:1:1", "maybe"], /accept or refuse/],
    [["explain", "--arguments", "{}"], /--tool/],
    [["explain", "--tool", "Bash", "--arguments", "ls"], /JSON object/],
    [["explain", "--tool", "Bash", "--arguments", "[1]"], /JSON object/],
    [["aprove", "a"], /no command "aprove"\. Did you mean "approve"\?/],
    [["frobnicate"], /no command "frobnicate"\.\n/],
  ])("%j is a wrong call", async (words, message) => {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
    expect(stderr).toMatch(message);
    expect(server.asked.filter((each) => each.name !== "listApprovals")).toEqual([]);
  });

  test("no engine: a clear message and exit code 2, for machines too", async () => {
    const nowhere = join(directory, "nowhere");
    const [people, machines] = await Promise.all([
      runCommand(["status", "--data-dir", nowhere]),
      runCommand(["status", "--json", "--data-dir", nowhere]),
    ]);
    expect(people).toMatchObject({ code: 2, stdout: "" });
    expect(people.stderr).toContain("Gatehouse is not running");
    expect(people.stderr).toContain("gatehouse serve");
    expect(machines).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(machines.stdout)).toMatchObject({ error: { code: "not_running" } });
  });

  test("the engine's own words come through", async () => {
    const { code, stderr } = await run("revoke", "no-such-grant");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "There is no such grant any more.\n" });
  });

  test("a refused and a stale approval are failures", async () => {
    const own = temporaryDirectory();
    const [approval] = lifelikeApprovals(Date.now());
    let stale = false;
    const strict = await serveOperator(own, {
      ...fake.operations,
      listApprovals: async () => ok(approval === undefined ? [] : [approval]),
      resolveApproval: async ({ approvalId }) =>
        stale
          ? fail({ code: "stale", message: "The request has changed. Review it again." })
          : ok({ approvalId, outcome: "REFUSED", why: "The edit is worse.\u001b[2J" }),
    });
    const refused = await runCommand(["approve", approval?.approvalId ?? "", "--data-dir", own]);
    stale = true;
    const changed = await runCommand(["approve", approval?.approvalId ?? "", "--data-dir", own, "--json"]);
    await strict.close();
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: "The edit is worse.\\u{1b}[2J\n" });
    expect({ code: changed.code, ...JSON.parse(changed.stdout) }).toMatchObject({ code: 1, error: { code: "stale" } });
  });

  test("an engine that hangs up or talks nonsense", async () => {
    const own = temporaryDirectory();
    const nonsense = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end('not json\n{"id":99}\n[]\n'));
    }).listen(socketsIn(own).operator);
    const { code, stderr } = await runCommand(["status", "--data-dir", own]);
    nonsense.close();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "The engine did not answer: it closed the connection.\n" });
  });
});

test("help names every command", async () => {
  const { code, stdout } = await runCommand(["help"]);
  expect(code).toBe(0);
  const names = [...stdout.matchAll(/^ {2}(\S+) /gm)].map(([, name = ""]) => name);
  expect(names).toEqual(firstWords().map(([word]) => word));
});
