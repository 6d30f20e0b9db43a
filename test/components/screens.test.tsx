// Parts of the other screens: activity, policy, settings, agents.
import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { filterChips, filters } from "../../src/renderer/labels/activity.ts";
import type { ActivityFilter } from "../../src/renderer/lib/activity-filter.ts";
import { ActivityLine } from "../../src/renderer/screens/activity/activity-row.tsx";
import { FilterChips } from "../../src/renderer/screens/activity/filter-chips.tsx";
import { AgentList } from "../../src/renderer/screens/agents/agent-list.tsx";
import { Problems } from "../../src/renderer/screens/policy/problems.tsx";
import type { PolicyDraft } from "../../src/renderer/screens/policy/use-policy-draft.ts";
import { Field } from "../../src/renderer/screens/settings/fields.tsx";
import { SettingsScreen } from "../../src/renderer/screens/settings/settings-screen.tsx";
import { useUi } from "../../src/renderer/state/ui-store.ts";
import type { ActivityRow } from "../../src/shared/contract/activity.ts";
import { lifelikeAgents } from "../support/engine/lifelike.ts";
import { aMoment, click, notices, renderConsole } from "./support/console.tsx";

describe("a row of the activity", () => {
  const row = {
    sequence: 7,
    at: Date.now(),
    kind: "verdict",
    agentDid: "did:aeon:codex:1.0:a",
    tool: "execute_command",
    outcome: "DENIED",
    level: "HIGH",
    reason: "risk_high",
    decider: "risk",
    summary: "rm -rf \u202e/",
  } as unknown as ActivityRow;
  const line = (given: ActivityRow | undefined, agentName?: string): HTMLElement => {
    render(
      <table>
        <tbody>
          <ActivityLine row={given} index={0} top={0} current={false} opened={false} today={0} agentName={agentName} />
        </tbody>
      </table>,
    );
    return screen.getByRole("row");
  };

  test("has agent, action, verdict and risk, hidden characters made visible", () => {
    const shown = line(row, "Codex");
    expect(shown.textContent).toContain("Codex");
    expect(shown.textContent).toContain("Denied");
    expect(shown.textContent).not.toContain("\u202e");
    expect(within(shown).getByRole("img", { name: "High risk" })).toBeTruthy();
  });

  test("names Gatehouse where there is no agent", () => {
    expect(line({ ...row, kind: "lifecycle", summary: "Started" }).textContent).toContain("Gatehouse");
  });

  test("is marked as loading until it is read", () => {
    expect(line(undefined).getAttribute("aria-busy")).toBe("true");
  });
});

describe("filters of the activity", () => {
  const names = new Map([["did:aeon:codex:1.0:a", "Codex"]]);

  test("each is a chip that can be removed", () => {
    const change = vi.fn<(filter: ActivityFilter) => void>();
    renderConsole(
      <FilterChips filter={{ agents: ["did:aeon:codex:1.0:a"], last: "24h" }} names={names} onChange={change} />,
    );
    const chips = screen.getByRole("list", { name: filterChips.filters });
    expect(chips.textContent).toContain("Codex");
    expect(chips.textContent).toContain(filters.ranges["24h"]);
    click(screen.getByRole("button", { name: filterChips.removeFilter("agent") }));
    expect(change).toHaveBeenCalledWith({ last: "24h" });
  });

  test("several are cleared at once, one alone is not offered that", () => {
    const change = vi.fn<(filter: ActivityFilter) => void>();
    renderConsole(<FilterChips filter={{ agents: ["a"], outcomes: ["DENIED"] }} names={names} onChange={change} />);
    click(screen.getByRole("button", { name: filterChips.clearAll }));
    expect(change).toHaveBeenCalledWith({});
  });

  test("one alone has no way to clear all", () => {
    renderConsole(<FilterChips filter={{ outcomes: ["DENIED"] }} names={names} onChange={() => undefined} />);
    expect(screen.queryByRole("button", { name: filterChips.clearAll })).toBeNull();
  });
});

describe("problems of the policy", () => {
  const draftWith = (problems: PolicyDraft["problems"]): PolicyDraft => ({ problems }) as PolicyDraft;

  test("each has its place, path and message", () => {
    render(
      <Problems draft={draftWith([{ line: 42, column: 5, path: "rules[3].effect", message: "No such effect" }])} />,
    );
    expect(screen.getByRole("button").textContent).toBe("42:5rules[3].effect No such effect");
  });

  test("without any there is no list", () => {
    render(<Problems draft={draftWith([])} />);
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("settings", () => {
  const field = (): Promise<HTMLElement> => screen.findByRole("textbox", { name: "Entries are kept for" });

  test("a field saves nothing it has a problem with, neither with Enter nor when left", () => {
    const save = vi.fn<(text: string) => void>();
    render(
      <Field label="Port" value="1" problem={(text) => (text === "x" ? "No number." : undefined)} onSave={save} />,
    );
    const input = screen.getByRole("textbox", { name: "Port" });
    fireEvent.change(input, { target: { value: "x" } });
    fireEvent.keyDown(input, { key: "Enter" });
    fireEvent.blur(input);
    expect(save).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { value: "2" } });
    fireEvent.blur(input);
    expect(save).toHaveBeenCalledWith("2");
  });

  test("a value that is not allowed is explained and not saved", async () => {
    const { asked } = renderConsole(<SettingsScreen />);
    const input = await field();
    fireEvent.change(input, { target: { value: "soon" } });
    expect(screen.getByRole("alert").textContent).toMatch(/^Write a whole number/);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    fireEvent.keyDown(input, { key: "Enter" });
    await aMoment();
    expect(asked("saveSettings")).toEqual([]);
  });

  test("an allowed value is saved with Enter, and the notice says so", async () => {
    const { asked } = renderConsole(<SettingsScreen />);
    const input = await field();
    fireEvent.change(input, { target: { value: "120" } });
    fireEvent.keyDown(input, { key: "Enter" });
    await expect.poll(() => asked("saveSettings")).toEqual([{ retentionDays: 120 }]);
    await expect.poll(notices).toEqual(["Entries are kept for: saved and recorded."]);
  });

  test("Escape takes the change back", async () => {
    renderConsole(<SettingsScreen />);
    const input = await field();
    const before = input.getAttribute("value");
    fireEvent.change(input, { target: { value: "soon" } });
    fireEvent.keyDown(input, { key: "Escape" });
    expect(screen.queryByRole("alert")).toBeNull();
    expect(input.getAttribute("value")).toBe(before);
  });

  test("are found by their words", async () => {
    renderConsole(<SettingsScreen />);
    await field();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "quiet hours" } });
    expect(screen.queryByRole("textbox", { name: "Entries are kept for" })).toBeNull();
    expect(screen.getAllByText("Quiet hours").length).toBeGreaterThan(0);
  });
});

describe("the list of agents", () => {
  test("has those first that need something, each with its state", () => {
    render(<AgentList agents={lifelikeAgents(Date.now())} grants={[]} selected={undefined} />);
    const states = screen.getAllByRole("img").map((mark) => mark.getAttribute("aria-label"));
    expect(states).toEqual(["Wants to pair", "Connected", "Connected", "Connected", "Silent"]);
    expect(screen.getAllByRole("listitem")[1]?.textContent).toContain("3,218 intents, 14 denied");
  });

  test("selects an agent", () => {
    const agents = lifelikeAgents(Date.now());
    renderConsole(<AgentList agents={agents} grants={[]} selected={agents[1]?.agentDid} />);
    expect(screen.getByRole("button", { current: true }).textContent).toContain("Codex");
    click(screen.getByRole("button", { name: /Gemini CLI/ }));
    expect(useUi.getState().agentDid).toBe(agents[2]?.agentDid);
  });
});
