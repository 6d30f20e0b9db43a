// Connecting agents in the window, with the fake engine: what is shown, what is asked of the engine and in which order.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { DriftBanner } from "../../src/renderer/app/drift-banner.tsx";
import { PermissionMode } from "../../src/renderer/components/permission-mode.tsx";
import { Checklist } from "../../src/renderer/connect/checklist.tsx";
import { ConnectDialog } from "../../src/renderer/connect/connect-dialog.tsx";
import { FoundAgents } from "../../src/renderer/connect/found-agents.tsx";
import { modeWords } from "../../src/renderer/lib/permission-mode.ts";
import { openChecklist, useChecklistProgress, useChecklistStore } from "../../src/renderer/state/checklist.ts";
import { fail, ok } from "../../src/shared/lib/result.ts";
import { lifelikeFeed } from "../support/engine/lifelike.ts";
import { aMoment, click, type ConsoleOptions, notices, renderConsole } from "./support/console.tsx";

const setUp = (options: ConsoleOptions = {}) =>
  renderConsole(
    <>
      <DriftBanner />
      <FoundAgents />
      <ConnectDialog />
    </>,
    options,
  );

const row = async (name: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole("heading", { name });
  const item = heading.closest("li");
  if (item === null) throw new Error(`${name} has no row.`);
  return item;
};
const button = async (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
/** While the dialog is open the rest is hidden from the accessibility tree. */
const inDialog = async (name: string): Promise<HTMLElement> =>
  within(await screen.findByRole("dialog")).findByRole("button", { name });

describe("the agents of this laptop", () => {
  test("each has version and state; those that are not installed are only named", async () => {
    setUp();
    expect((await row("Claude Code")).textContent).toMatch(/2\.1\.326.*Not connected/);
    expect(screen.queryByRole("heading", { name: "Cline" })).toBeNull();
    expect(screen.getByText("Not installed: Cline")).toBeTruthy();
  });

  test.each([
    ["changed", "Hook changed", "Repair"],
    ["disabled", "Hooks switched off", "Test"],
    ["needs_trust", "Not trusted yet", "Test"],
    ["unsupported", "Unsupported version", "Test"],
    ["connected", "Connected", "Test"],
  ] as const)("%s is shown as it happens, with what to do", async (state, words, action) => {
    const { engine, asked } = setUp();
    await row("Codex");
    engine.setConnector("codex", state);
    await waitFor(async () => expect((await row("Codex")).textContent).toContain(words));
    expect(within(await row("Codex")).getByText(action)).toBeTruthy();
    // Told by an event: nobody asked again.
    expect(asked("listConnectors")).toHaveLength(1);
  });

  test("a test says what came back, also when it failed", async () => {
    const { engine } = setUp({
      operations: { testConnector: async () => ok({ passed: false, detail: "Nobody answered.", milliseconds: 1 }) },
    });
    await row("Codex");
    engine.setConnector("codex", "connected");
    click(await button("Test the hook of Codex"));
    await waitFor(() => expect(notices()).toEqual(["Codex: Nobody answered."]));
  });
});

describe("connecting", () => {
  test("shows the exact change, writes it when told to, and tries it", async () => {
    const { asked } = setUp();
    click(await button("Connect Claude Code"));
    const change = await screen.findByRole("region", { name: "/home/anna/.claude/settings.json" });
    expect(change.textContent).toContain("hooks/claude-code");
    expect(asked("applyConnector")).toEqual([]);
    click(await inDialog("Connect Claude Code"));
    await screen.findByText("Claude Code is connected");
    expect(asked("applyConnector")).toEqual([
      { id: "claude-code", action: "connect", scope: { kind: "user" }, digest: "0".repeat(64) },
    ]);
    expect(asked("testConnector")).toHaveLength(1);
    expect(screen.getByText("A test call was denied in 9 ms.")).toBeTruthy();
    click(await inDialog("Done"));
    expect((await row("Claude Code")).textContent).toContain("Connected");
  });

  test("is not over where the agent's own user has to trust the hook", async () => {
    setUp();
    click(await button("Connect Codex"));
    click(await inDialog("Connect Codex"));
    await screen.findByText("One more step in Codex");
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("Gatehouse never answers it for you");
    expect(dialog.textContent).not.toContain("Codex is connected");
  });

  test("is no success when the test call fails", async () => {
    setUp({
      operations: { testConnector: async () => ok({ passed: false, detail: "No answer.", milliseconds: 1 }) },
    });
    click(await button("Connect Claude Code"));
    click(await inDialog("Connect Claude Code"));
    await screen.findByText("The test call did not get through");
    expect(screen.queryByText("Claude Code is connected")).toBeNull();
    expect(await inDialog("Try again")).toBeTruthy();
  });

  test("files that changed meanwhile are looked at again", async () => {
    const { asked } = setUp({
      operations: { applyConnector: async () => fail({ code: "refused", message: "The files have changed." }) },
    });
    click(await button("Connect Claude Code"));
    click(await inDialog("Connect Claude Code"));
    await screen.findByText("The files have changed.");
    click(await inDialog("Try again"));
    await screen.findByRole("region", { name: "What will change" });
    await waitFor(() => expect(asked("planConnector").length).toBeGreaterThan(1));
  });

  test("one project needs the whole path of its folder", async () => {
    const { asked } = setUp();
    click(await button("Connect Claude Code"));
    const dialog = await screen.findByRole("dialog");
    click(within(dialog).getByRole("radio", { name: "One project" }));
    const confirm = await inDialog("Connect Claude Code");
    const folder = within(dialog).getByRole("textbox", { name: "Folder of the project" });
    fireEvent.change(folder, { target: { value: "shop" } });
    expect(confirm.hasAttribute("disabled")).toBe(true);
    fireEvent.change(folder, { target: { value: "/home/anna/shop" } });
    const scope = { kind: "project", folder: "/home/anna/shop" };
    await waitFor(() => expect(asked("planConnector").at(-1)).toMatchObject({ scope }));
    await waitFor(() => expect(confirm.hasAttribute("disabled")).toBe(false));
    click(confirm);
    await waitFor(() => expect(asked("applyConnector")).toMatchObject([{ scope }]));
  });
});

test("an agent that stops asking is told on every screen, and repaired from there", async () => {
  const { engine, asked } = setUp();
  await row("Claude Code");
  engine.setConnector("claude-code", "changed");
  const banner = await screen.findByRole("alert");
  expect(banner.textContent).toContain("Claude Code no longer asks Gatehouse.");
  click(within(banner).getByRole("button", { name: "Repair" }));
  click(await inDialog("Repair Claude Code"));
  await screen.findByText("Claude Code is connected");
  expect(asked("applyConnector")).toMatchObject([{ action: "connect" }]);
  expect(screen.queryByText("Claude Code no longer asks Gatehouse.")).toBeNull();
});

test("an agent that is not installed does not worry anybody", async () => {
  const { engine } = setUp();
  await row("Claude Code");
  engine.setConnector("cline", "changed");
  await row("Cline");
  expect(screen.queryByRole("alert")).toBeNull();
});

describe("the checklist", () => {
  const Watching = () => {
    useChecklistProgress();
    return <Checklist />;
  };
  beforeEach(() => useChecklistStore.setState(useChecklistStore.getInitialState(), true));

  test("is not shown to somebody whose agents are at work already", async () => {
    const [item] = lifelikeFeed(Date.now());
    if (item === undefined) throw new Error("The feed is empty.");
    renderConsole(<Watching />, { operations: { listFeed: async () => ok([{ ...item, decider: "human" }]) } });
    const all = { connected: true, asked: true, answered: true };
    await waitFor(() => expect(useChecklistStore.getState()).toMatchObject({ done: all, looked: true }));
    expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
    act(() => openChecklist(true));
    await screen.findByText("You are all set");
    click(await button("Close"));
    expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
  });

  test("ticks a step when an agent is connected, and keeps the tick", async () => {
    const { engine } = renderConsole(<Watching />, { kind: "empty" });
    await screen.findByText("0 of 3 done");
    engine.setConnector("claude-code", "connected");
    await screen.findByText("1 of 3 done");
    engine.setConnector("claude-code", "not_connected");
    await aMoment();
    expect(screen.getByText("1 of 3 done")).toBeTruthy();
  });
});

describe("an agent's permission mode", () => {
  test.each(["bypassPermissions", "yolo", "YOLO", "danger-full-access", "--dangerously-skip-permissions"])(
    "%s warns",
    (mode) => expect(modeWords(mode).bypasses).toBe(true),
  );
  test.each(["default", "plan", "acceptEdits", "auto", "something new"])("%s does not", (mode) =>
    expect(modeWords(mode).bypasses).toBe(false),
  );

  test("shows hidden characters in a mode the agent made up", () => {
    renderConsole(<PermissionMode mode={"pl\u202ean"} />);
    expect(document.body.textContent).not.toContain("\u202e");
  });
});
