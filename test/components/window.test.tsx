// The frame of the window: banners, kill switch, palette, the screens for an engine or a window that failed.
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { App } from "../../src/renderer/app/app.tsx";
import { CrashScreen } from "../../src/renderer/app/crash-screen.tsx";
import { EngineDown } from "../../src/renderer/app/engine-down.tsx";
import { HealthBanners } from "../../src/renderer/app/health-banners.tsx";
import { KillSwitch } from "../../src/renderer/app/kill-switch.tsx";
import { Palette } from "../../src/renderer/app/palette.tsx";
import { TerminalConfirm } from "../../src/renderer/app/terminal-confirm.tsx";
import { Notices } from "../../src/renderer/components/notices.tsx";
import * as words from "../../src/renderer/labels/window.ts";
import { openOverlay, tell, useUi } from "../../src/renderer/state/ui-store.ts";
import type { ConsoleStatus } from "../../src/shared/contract/contract.ts";
import { fail } from "../../src/shared/lib/result.ts";
import { answered } from "./support/approvals.ts";
import { aMoment, click, notices, renderConsole } from "./support/console.tsx";

const status: ConsoleStatus = {
  version: "0.1.0",
  http: "http://127.0.0.1:3000",
  ws: "ws://127.0.0.1:3000",
  dataDirectory: "/home/anna/.config/gatehouse",
  mode: "enforce",
  posture: "deny",
  policy: { version: "12", constitutionHash: "sha256:9f", problems: [] },
  ledger: { healthy: true, entries: 3 },
  model: { status: "off", scorer: "off" },
  halted: false,
  haltedAgents: [],
  startedAt: 0,
};

describe("banners", () => {
  test("there are none while everything works", () => {
    renderConsole(<HealthBanners status={status} unreachable={undefined} />);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText(words.healthBanners.policyFileHasProblem)).toBeNull();
  });

  test("an engine that does not answer and a ledger that cannot be written are alarms", () => {
    const broken = { ...status, ledger: { healthy: false, entries: 3, message: "The disk is full." } };
    renderConsole(<HealthBanners status={broken} unreachable="It is gone." />);
    const alarms = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
    expect(alarms).toHaveLength(2);
    expect(alarms[0]).toContain("It is gone.");
    expect(alarms[1]).toContain("The disk is full.");
  });

  test("a policy file with a problem names it and leads to the policy", () => {
    const refused = { ...status, policy: { ...status.policy, problems: ["42:5: no such effect"] } };
    renderConsole(<HealthBanners status={refused} unreachable={undefined} />);
    expect(screen.getByText(/42:5: no such effect/)).toBeTruthy();
    click(screen.getByRole("button", { name: words.healthBanners.openPolicy }));
    expect(useUi.getState().screen).toBe("policy");
  });
});

describe("the kill switch", () => {
  test("asks first, and tells how many requests it would deny", async () => {
    const { asked } = renderConsole(<KillSwitch halted={false} />);
    await expect.poll(() => asked("listApprovals").length).toBe(1);
    click(screen.getByRole("button", { name: words.killSwitch.stopAllAgents }));
    const dialog = screen.getByRole("alertdialog", { name: words.killSwitch.stopQuestion });
    await expect.poll(() => dialog.textContent).toContain("also the 5 waiting now");
    expect(asked("setHalt")).toEqual([]);
    click(within(dialog).getByRole("button", { name: words.killSwitch.stopAllAgents }));
    await expect.poll(() => asked("setHalt")).toEqual([{ halted: true, reason: words.killSwitch.stopReason }]);
    await expect.poll(notices).toEqual(["All agents are stopped. 5 waiting requests were denied."]);
  });

  test("cancelled, it stops nothing", async () => {
    const { asked } = renderConsole(<KillSwitch halted={false} />);
    click(screen.getByRole("button", { name: words.killSwitch.stopAllAgents }));
    click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
    await aMoment();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(asked("setHalt")).toEqual([]);
  });
});

describe("the palette", () => {
  function openPalette(): HTMLElement {
    fireEvent.click(document.body);
    openOverlay("palette");
    return screen.getByRole("combobox");
  }
  const options = (): readonly string[] => screen.getAllByRole("option").map(({ textContent }) => textContent ?? "");

  test("finds screens, requests and agents by what is typed", async () => {
    renderConsole(<Palette />);
    const input = await waitFor(openPalette);
    await screen.findAllByRole("option", { name: /Codex/ });
    fireEvent.change(input, { target: { value: "codex" } });
    await waitFor(() => {
      expect(options().length).toBeGreaterThan(2);
      expect(options().every((text) => /codex/i.test(text))).toBe(true);
    });
  });

  test("goes to the screen that is chosen, and closes", async () => {
    renderConsole(<Palette />);
    await waitFor(openPalette);
    click(screen.getByRole("option", { name: /^Settings/ }));
    await waitFor(() => expect(useUi.getState()).toMatchObject({ screen: "settings", overlay: undefined }));
  });

  test("asks before it stops an agent", async () => {
    const { asked } = renderConsole(<Palette />);
    await waitFor(openPalette);
    click(await screen.findByRole("option", { name: "Stop Codex" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Stop Codex?" });
    expect(asked("setHalt")).toEqual([]);
    click(within(dialog).getByRole("button", { name: "Stop Codex" }));
    await expect
      .poll(() => asked("setHalt"))
      .toMatchObject([{ halted: true, agentDid: expect.stringContaining("codex") }]);
  });
});

describe("without an engine", () => {
  test("the window says why, what it means and what to do", async () => {
    const getStatus = () =>
      Promise.resolve(fail({ code: "unavailable", message: "127.0.0.1:3000 is taken by another program." } as const));
    renderConsole(<App />, { operations: { getStatus } });
    const page = await screen.findByRole("main", { name: words.engineDown.title });
    expect(page.textContent).toContain("127.0.0.1:3000 is taken by another program.");
    expect(page.textContent).toContain(words.startupFailures.portTaken.todo);
    expect(page.textContent).toContain(words.engineDown.safetyExplained);
  });

  test("it can be tried again", async () => {
    const { startAgain } = renderConsole(<EngineDown message="The disk is full" />);
    click(screen.getByRole("button", { name: words.engineDown.tryAgain }));
    await expect.poll(() => startAgain.mock.calls.length).toBe(1);
  });
});

test("a component that fails leaves no blank window", () => {
  const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => silent.mockRestore());
  function Broken(): never {
    throw new Error("undefined is not a function");
  }
  render(
    <CrashScreen>
      <Broken />
    </CrashScreen>,
  );
  const page = screen.getByRole("main", { name: words.crashScreen.windowFailed });
  expect(page.textContent).toContain("undefined is not a function");
  expect(within(page).getByRole("button", { name: words.crashScreen.reload })).toBeTruthy();
});

test("a notice runs its action once and goes", async () => {
  const undo = vi.fn<() => void>();
  render(<Notices />);
  tell("Allowed.", "plain", { label: "Undo", run: undo });
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Allowed.")).toBeNull();
});

describe("a confirmation that a terminal asks for", () => {
  const confirmation = {
    confirmationId: "c-1",
    title: "approve approval-push",
    details: ["git push --force origin main"],
    level: "MEDIUM",
    origin: { program: "gatehouse", pid: 4242 },
    actor: "cli:anna",
    requestedAt: Date.now(),
    expiresAt: Date.now() + 60_000,
  } as const;
  const operations = {
    getTerminal: () => answered({ confirmations: [confirmation], actions: [] }),
    answerConfirmation: () => answered({ confirmationId: "c-1" } as never),
  };

  test("is not given before the dialog has been seen for a moment", async () => {
    const { asked } = renderConsole(<TerminalConfirm />, { operations });
    const confirm = await screen.findByRole("button", { name: words.terminalConfirm.confirm });
    click(confirm);
    await aMoment();
    expect(asked("answerConfirmation")).toEqual([]);
    await expect.poll(() => confirm.getAttribute("aria-disabled")).toBe("false");
    click(confirm);
    await expect.poll(() => asked("answerConfirmation")).toEqual([{ confirmationId: "c-1", allow: true }]);
  });

  test("can be rejected at once", async () => {
    const { asked } = renderConsole(<TerminalConfirm />, { operations });
    click(await screen.findByRole("button", { name: words.terminalConfirm.reject }));
    await expect.poll(() => asked("answerConfirmation")).toEqual([{ confirmationId: "c-1", allow: false }]);
  });
});
