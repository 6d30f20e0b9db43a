// Joins the engine to the tray and the notifications: what waits, what happens when nobody answers, and the switch.
import { app, type BrowserWindow } from "electron";
import { notificationActor, type Operations } from "../../shared/contract/contract.ts";
import { isQuiet } from "../../shared/domain/quiet-hours.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import type { SequencedEvent } from "../../shared/domain/telemetry.ts";
import { createAttention } from "../windows/attention.ts";
import { showNotice } from "../windows/notification.ts";
import { hiddenNotice, type Notice, type NoticeAction } from "../windows/notices.ts";
import { createTray } from "../windows/tray.ts";
import type { TrayAction, TrayState } from "../windows/tray-menu.ts";

export interface ConsoleAttentionOptions {
  readonly operations: Operations;
  readonly window: () => BrowserWindow | undefined;
  /** Brings the window to the front, at a request or at the queue; a human asked for it. */
  readonly open: (approvalId?: string) => void;
  readonly review: () => void;
}

export interface ConsoleAttention {
  readonly hear: (event: SequencedEvent) => void;
  readonly windowFocused: () => void;
  /** The window was closed for the first time: says that Gatehouse keeps running. */
  readonly windowHidden: () => void;
  readonly stop: () => void;
}

/** Who acts, as the ledger names it: the same human at the same machine. */
const actor = "console";
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
  const { operations, open } = options;
  let settings: Settings | undefined;
  let waiting = 0;
  let refreshing: NodeJS.Timeout | undefined;
  const quiet = (): boolean => settings !== undefined && isQuiet(settings.quietHours, localMoment());

  const tray = createTray((action) => act(options, action));

  async function refresh(): Promise<void> {
    const [status, agents, current] = await Promise.all([
      operations.getStatus({}, actor),
      operations.listAgents({}, actor),
      operations.getSettings({}, actor),
    ]);
    if (current.ok) settings = current.value;
    if (!status.ok || !agents.ok) return;
    const { mode, posture, halted } = status.value;
    const state: TrayState = {
      waiting,
      mode,
      posture,
      halted,
      quiet: quiet(),
      agents: agents.value.map(({ agentDid, name, state: agentState }) => ({ agentDid, name, state: agentState })),
    };
    tray?.show(state);
  }
  const refreshSoon = (): void => {
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      void refresh();
    }, refreshMs);
  };

  const attention = createAttention({
    now: Date.now,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    silent: () => settings?.notifications === false || quiet(),
    watched: () => options.window()?.isFocused() === true,
    show: (_key, notice) =>
      showNotice(notice, {
        decide: (about, action) => void decide(options, about, action),
        open: ({ approval }) => (approval === undefined ? options.review() : open(approval.approvalId)),
      }),
    counted: (count) => {
      waiting = count;
      // Unity, the dock and the taskbar show it where they can; elsewhere it does nothing.
      app.setBadgeCount(count);
      refreshSoon();
    },
  });
  await refresh();
  const held = await operations.listApprovals({}, actor);
  if (held.ok) attention.begin(held.value);
  // Settings change without an event, and quiet hours begin by themselves.
  const looking = setInterval(() => void refresh(), quietLookMs);

  return {
    hear({ event }) {
      attention.hear(event);
      if (aboutTray.has(event.type)) refreshSoon();
    },
    windowFocused: attention.seen,
    windowHidden: () =>
      void showNotice(hiddenNotice(tray !== undefined), { decide: () => undefined, open: () => open() }),
    stop() {
      clearInterval(looking);
      clearTimeout(refreshing);
      attention.stop();
      tray?.remove();
    },
  };
}

function complain(result: { readonly ok: boolean; readonly error?: { readonly message: string } }): void {
  if (!result.ok) console.error(result.error?.message);
}

/** What a person clicked on a notification. */
async function decide(
  { operations, open }: ConsoleAttentionOptions,
  { approval }: Notice,
  action: NoticeAction,
): Promise<void> {
  if (approval === undefined) return;
  const { approvalId, digest } = approval;
  if (action === "review") return open(approvalId);
  const decision = action === "allow" ? "approve" : "deny";
  const answer = { approvalId, digest, decision, scope: "exact", duration: "once" } as const;
  const resolved = await operations.resolveApproval(answer, notificationActor);
  // What has changed meanwhile, or must be read first, is looked at again, not lost.
  if (!resolved.ok && (resolved.error.code === "stale" || resolved.error.code === "refused")) open(approvalId);
  else complain(resolved);
}

function act({ operations, open, review }: ConsoleAttentionOptions, action: TrayAction): void {
  switch (action.does) {
    case "open":
      return open();
    case "review":
      return review();
    case "quit":
      return app.quit();
    case "halt": {
      const { halted, agentDid } = action;
      const reason = `${halted ? "Stopped" : "Resumed"} from the tray`;
      const whom = agentDid === undefined ? {} : { agentDid };
      void operations.setHalt({ halted, reason, ...whom }, actor).then(complain);
      return undefined;
    }
  }
}

function localMoment() {
  const now = new Date();
  return { day: now.getDay(), hours: now.getHours(), minutes: now.getMinutes() };
}
