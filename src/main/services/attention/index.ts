// Joins the engine to what is outside the window: tray, notifications, the small window with a request, the shortcut.
import { app, type BrowserWindow, globalShortcut } from "electron";
import type { Operations } from "../../../shared/contract/contract.ts";
import type { PopoverAction, PopoverState } from "../../../shared/contract/window/popover.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import { isQuiet } from "../../../shared/domain/quiet-hours.ts";
import type { SequencedEvent } from "../../../shared/domain/telemetry.ts";
import { createAttention } from "../../windows/attention.ts";
import type { Rectangle } from "../../windows/bounds.ts";
import { applyStartAtLogin } from "../../windows/login-item.ts";
import { hiddenNotice } from "../../windows/notices.ts";
import { showNotice } from "../../windows/notification.ts";
import { createPopover } from "../../windows/popover/popover.ts";
import type { PopoverWindow } from "../../windows/popover/window.ts";
import { createTray } from "../../windows/tray.ts";
import { createWaitingShortcut } from "../../windows/waiting-shortcut.ts";
import { actOnTray, answerNotice, consoleActor } from "./answers.ts";
import { createPause } from "./pause.ts";
import { readTrayState } from "./tray-state.ts";

export interface ConsoleAttentionOptions {
  readonly operations: Operations;
  readonly window: () => BrowserWindow | undefined;
  readonly popoverWindow: (trayBounds: () => Rectangle | undefined) => PopoverWindow;
  /** Brings the window to the front, at a request or at the queue; a human asked for it. */
  readonly open: (approvalId?: string) => void;
  readonly review: () => void;
}

export interface ConsoleAttention {
  readonly hear: (event: SequencedEvent) => void;
  readonly windowFocused: () => void;
  /** The window was closed for the first time: says that Gatehouse keeps running. */
  readonly windowHidden: () => void;
  /** From the small window. */
  readonly popoverActed: (action: PopoverAction) => void;
  readonly isPopover: (webContentsId: number) => boolean;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly pausedUntil: () => number | undefined;
  readonly shortcut: () => PopoverState["shortcut"];
  readonly stop: () => void;
}

const refreshMs = 300;
const quietLookMs = 30_000;

/** Events after which the tray may have to say something else. */
const aboutTray: ReadonlySet<SequencedEvent["event"]["type"]> = new Set([
  "halt_changed",
  "mode_changed",
  "policy_changed",
  "agent_changed",
]);

export async function attendConsole(options: ConsoleAttentionOptions): Promise<ConsoleAttention> {
  const { operations, open, review } = options;
  let settings: Settings | undefined;
  let waiting = 0;
  let refreshing: NodeJS.Timeout | undefined;
  const quiet = (): boolean => settings !== undefined && isQuiet(settings.quietHours, localMoment());
  const pause = createPause(Date.now, () => void refresh());
  const silent = (): boolean => settings?.notifications === false || quiet() || pause.until() !== undefined;
  const watched = (): boolean => options.window()?.isFocused() === true;
  const usesPopover = (): boolean => settings?.popover === true;
  const beginPause = (): void => {
    pause.begin();
    refreshSoon();
  };

  const tray = createTray(
    (action) => actOnTray(operations, action, { open: () => open(), review, pause: beginPause, resume: pause.end }),
    () => (usesPopover() ? popover.toggle() : open()),
  );
  const small = options.popoverWindow(() => tray?.bounds());
  const shortcut = createWaitingShortcut(globalShortcut, () => (usesPopover() ? popover.toggle() : review()));
  const popover = createPopover({
    operations,
    after,
    mayAppear: () => usesPopover() && !silent(),
    watched,
    shortcut: shortcut.state,
    show: small.show,
    focus: small.focus,
    open,
    pause: beginPause,
  });
  const attention = createAttention({
    now: Date.now,
    after,
    silent,
    watched,
    shownOtherwise: popover.isShown,
    show: (_key, notice) =>
      showNotice(notice, {
        decide: (about, action) => void answerNotice(operations, about, action, open),
        open: ({ approval }) => (approval === undefined ? review() : open(approval.approvalId)),
      }),
    counted: (count) => {
      waiting = count;
      shortcut.update(settings?.answerShortcut ?? "", count > 0);
      // Unity, the dock and the taskbar show it where they can; elsewhere it does nothing.
      app.setBadgeCount(count);
      refreshSoon();
    },
  });

  async function refresh(): Promise<void> {
    const [state, current] = await Promise.all([readTrayState(operations), operations.getSettings({}, consoleActor)]);
    if (current.ok) {
      settings = current.value;
      applyStartAtLogin(settings.startAtLogin);
      shortcut.update(settings.answerShortcut, waiting > 0);
    }
    const pausedUntil = pause.until();
    const paused = pausedUntil === undefined ? {} : { pausedUntil };
    if (state !== undefined) tray?.show({ ...state, waiting, quiet: quiet(), ...paused });
    // A quiet time may just have ended.
    popover.refresh();
  }
  const refreshSoon = (): void => {
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      void refresh();
    }, refreshMs);
  };

  await refresh();
  const held = await operations.listApprovals({}, consoleActor);
  if (held.ok) {
    popover.begin(held.value);
    attention.begin(held.value);
  }
  // Quiet hours begin and end by themselves.
  const looking = setInterval(() => void refresh(), quietLookMs);

  return {
    hear({ event }) {
      popover.hear(event);
      attention.hear(event);
      if (aboutTray.has(event.type)) refreshSoon();
      // Somebody looks whether it works.
      if (event.type === "settings_changed") void refresh();
    },
    windowFocused: attention.seen,
    windowHidden: () =>
      void showNotice(hiddenNotice(tray !== undefined), { decide: () => undefined, open: () => open() }),
    popoverActed: (action) => (action.does === "drawn" ? small.drawn(action.height) : void popover.act(action)),
    isPopover: small.isOurs,
    pause: beginPause,
    resume: pause.end,
    pausedUntil: pause.until,
    shortcut: shortcut.state,
    stop() {
      clearInterval(looking);
      clearTimeout(refreshing);
      attention.stop();
      popover.stop();
      shortcut.stop();
      small.close();
      tray?.remove();
    },
  };
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

function localMoment() {
  const now = new Date();
  return { day: now.getDay(), hours: now.getHours(), minutes: now.getMinutes() };
}
