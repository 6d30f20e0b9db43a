// Trends over all sessions in the window: every mark leads to its rows.
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SessionsScreen } from "../../../src/renderer/screens/sessions/sessions-screen.tsx";
import { useUi } from "../../../src/renderer/state/ui-store.ts";
import { lifelikeSteps } from "../../support/window/fake-sessions.ts";
import { answered } from "../support/approvals.ts";
import { click, renderConsole } from "../support/console.tsx";

const agentDid = "did:aeon:codex:0.9:a";
const session = { sessionId: "s", agentDid, firstAt: 0, lastAt: 1, decisions: 7, denied: 1 };
const at = Date.now() - 60_000;

/** Charts are drawn once they know their size. */
function layOutCharts(): void {
  class Observer implements ResizeObserver {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element): void {
      const contentRect = new DOMRect(0, 0, 800, 240);
      this.#tell([{ target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] }], this);
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
}

async function open(): Promise<void> {
  renderConsole(<SessionsScreen />, {
    operations: {
      listSessions: () => answered([session]),
      getSessionSteps: () => answered({ steps: lifelikeSteps, earlier: false }),
      getToolUse: () =>
        answered([
          { agentDid, tool: "Bash", intents: 40, asked: 3, denied: 1, worst: "HIGH" },
          { agentDid, tool: "Read", intents: 90, asked: 0, denied: 0, worst: "LOW" },
        ]),
      getRiskPoints: () =>
        answered({
          intents: 130,
          points: [{ at, score: 0.91, level: "CRITICAL", outcome: "DENIED", agentDid, intentId: "i-1", tool: "Bash" }],
        }),
      getFatigue: () => answered([{ at: at - 1000, end: at, allowed: 9, denied: 1, medianMs: 2500 }]),
    },
  });
  layOutCharts();
  click(await screen.findByRole("radio", { name: "Trends" }));
}

test("a cell of the heat map leads to what the agent did with the tool", async () => {
  await open();
  const map = await screen.findByRole("group", { name: "Agents and tools" });
  const cells = within(map).getAllByRole("button");
  expect(cells.map((cell) => cell.getAttribute("aria-label"))).toEqual([
    "codex, Read: 90 actions, 0 asked, 0 denied",
    "codex, Bash: 40 actions, 3 asked, 1 denied",
  ]);
  click(cells[1] as Element);
  expect(useUi.getState()).toMatchObject({
    screen: "activity",
    activity: { filter: { agents: [agentDid], tools: ["Bash"], first: true } },
  });
});

test("a mark of the risk chart leads to the story of its action", async () => {
  await open();
  const chart = await screen.findByRole("group", { name: "Risk of every action" });
  click(await within(chart).findByRole("button", { name: /^codex, Bash, risk 0\.91, Denied/ }));
  expect(useUi.getState().activity.opened).toEqual({ intentId: "i-1", agentDid });
  expect(screen.getByText("1 of 130 actions drawn, the risky ones first")).toBeDefined();
});

test("a bar of approval fatigue says how fast and how often people allowed, and leads to the answers", async () => {
  await open();
  const chart = await screen.findByRole("group", { name: "Approval fatigue" });
  click(await within(chart).findByRole("button", { name: /half within 2\.5 sec, 90% allowed, 10 answers$/ }));
  expect(useUi.getState().activity.filter).toMatchObject({ kinds: ["directive"], from: at - 1000, to: at });
});
