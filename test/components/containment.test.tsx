// Contained runs in the window: the picture of what they reach, their traffic, and the card of what they were refused.
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { reachPicture, traffic } from "../../src/renderer/labels/agents.ts";
import { boundary } from "../../src/renderer/labels/card.ts";
import { ReachPicture } from "../../src/renderer/screens/agents/reach-picture.tsx";
import { RunTraffic } from "../../src/renderer/screens/agents/run-traffic.tsx";
import { Card } from "../../src/renderer/screens/approvals/card/card.tsx";
import { useUi } from "../../src/renderer/state/ui-store.ts";
import type { BoundaryRequest } from "../../src/shared/containment/boundary.ts";
import type { HeldApproval } from "../../src/shared/domain/approval.ts";
import { fakeRuns } from "../support/window/fake-containment.ts";
import { answered, approvalNamed } from "./support/approvals.ts";
import { click, renderConsole } from "./support/console.tsx";

describe("the picture of what a contained run reaches", () => {
  const column = (name: string): string => screen.getByRole("region", { name }).textContent ?? "";

  test("the usual profile: the project can be changed, known hosts are reached, secrets are out of reach", async () => {
    renderConsole(<ReachPicture agentDid="did:aeon:claude-code:run:1" name="Claude Code" />);
    await screen.findByRole("region", { name: reachPicture.title });
    expect(column(reachPicture.change)).toContain(reachPicture.project);
    expect(column(reachPicture.reach)).toContain("you are asked about every other host");
    expect(column(reachPicture.reach)).toContain("5432");
    for (const each of [reachPicture.secrets, reachPicture.gatehouse, reachPicture.processes, reachPicture.home])
      expect(column(reachPicture.out)).toContain(each);
    expect(screen.getByRole("region", { name: reachPicture.opened }).textContent).toContain("/home/anna/.cache/pip");
  });

  test("another profile can be looked at", async () => {
    renderConsole(<ReachPicture agentDid="did:aeon:claude-code:run:1" name="Claude Code" />);
    click(await screen.findByRole("radio", { name: "Read only" }));
    expect(column(reachPicture.change)).not.toContain(reachPicture.project);
    expect(column(reachPicture.reach)).toContain(reachPicture.project);
    click(screen.getByRole("radio", { name: "Offline" }));
    expect(column(reachPicture.reach)).toContain("Only its model: api.anthropic.com");
    click(screen.getByRole("radio", { name: "Trusted" }));
    expect(column(reachPicture.reach)).toContain(reachPicture.home);
    expect(column(reachPicture.out)).toContain(reachPicture.secrets);
  });
});

test("traffic is shown by host, the most sent first", async () => {
  const [run] = fakeRuns;
  renderConsole(<RunTraffic agentDid={run?.agentDid ?? ""} />);
  const table = within(await screen.findByRole("region", { name: traffic.title })).getByRole("table");
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining("api.anthropic.com:443"),
    expect.stringContaining("registry.npmjs.org:443"),
  ]);
  expect(rows[0]?.textContent).toContain("184.3 kB");
});

describe("a request from inside a contained run", () => {
  function show(tool: string, request: BoundaryRequest, facts: Partial<HeldApproval["facts"]>) {
    const base = approvalNamed("push");
    const held: HeldApproval = {
      ...base,
      intent: { ...base.intent, tool, arguments: {}, protocol: "contained", boundary: request },
      facts: {
        ...base.facts,
        tool: "other",
        givenTool: tool,
        commands: [],
        paths: [],
        hosts: [],
        uninspected: [],
        ...facts,
      },
      count: 1,
    };
    useUi.setState({ approvalId: held.approvalId });
    return renderConsole(<Card approval={held} onLeave={() => undefined} />, {
      operations: { listApprovals: () => answered([held]), readApproval: () => answered(JSON.stringify(held)) },
    });
  }

  test("a host waits: once, for this session or always", async () => {
    const hosts = [{ host: "cdn.example.org", port: 443, local: false, direction: "connect" as const }];
    show("contained_connect", { runId: "r1", kind: "connect", command: "npm install" }, { hosts });
    const section = await screen.findByRole("region", { name: boundary.title });
    expect(section.textContent).toContain("while running npm install");
    expect(section.textContent).toContain(boundary.waits);
    const durations = screen.getByRole("radiogroup", { name: "Allow for how long" });
    expect(
      within(durations)
        .getAllByRole("radio")
        .map((each) => each.textContent),
    ).toEqual([expect.stringContaining("Once"), expect.stringContaining("Session"), expect.stringContaining("Always")]);
  });

  test("a path was blocked: once is not offered, and the card says when an answer takes effect", async () => {
    const paths = [
      {
        path: "/home/anna/.zshrc",
        given: "/home/anna/.zshrc",
        zone: "home" as const,
        access: "write" as const,
        pattern: false,
        recursive: false,
      },
    ];
    show("contained_write", { runId: "r1", kind: "write", command: "npm install" }, { paths });
    const section = await screen.findByRole("region", { name: boundary.title });
    expect(section.textContent).toContain(boundary.takesEffect);
    const durations = screen.getByRole("radiogroup", { name: "Allow for how long" });
    expect(within(durations).queryByRole("radio", { name: /once/i })).toBeNull();
    expect(
      within(durations)
        .getByRole("radio", { name: /session/i })
        .getAttribute("aria-checked"),
    ).toBe("true");
  });
});
