// The menu and tooltip of the tray: how many requests wait, what happens without an answer, stop and resume.
import type { Settings } from "../../shared/contract/settings.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import { trayWords as words } from "./words.ts";

export interface TrayState {
  readonly waiting: number;
  readonly mode: "enforce" | "observe";
  readonly posture: Settings["posture"];
  readonly halted: boolean;
  readonly quiet: boolean;
  /** Until when nothing is shown outside the window; absent when it is shown. */
  readonly pausedUntil?: number;
  readonly agents: readonly Pick<AgentSummary, "agentDid" | "name" | "state">[];
  /** Why there is no engine, if there is none. */
  readonly problem?: string;
}

export type TrayAction =
  | { readonly does: "open" }
  | { readonly does: "review" }
  | { readonly does: "pause" }
  | { readonly does: "resume" }
  | { readonly does: "quit" }
  | { readonly does: "halt"; readonly halted: boolean; readonly agentDid?: string };

export interface TrayItem {
  readonly label: string;
  /** Absent for a line of text. */
  readonly action?: TrayAction;
  readonly items?: readonly TrayItem[];
}

/** "---" is a separator. */
export type TrayMenu = readonly (TrayItem | "---")[];

export function trayTooltip(state: TrayState): string {
  return [words.product, stateLine(state), words.postures[state.posture]].join("\n");
}

function stateLine({ waiting, mode, halted, quiet, problem }: TrayState): string {
  if (problem !== undefined) return words.engineDown;
  if (halted) return words.allStopped;
  return words.state(words.waiting(waiting), mode, quiet);
}

export function trayMenu(state: TrayState): TrayMenu {
  const { waiting, halted, agents, problem } = state;
  const active = agents.filter((agent) => agent.state === "connected" || agent.state === "stale");
  const stopped = agents.filter((agent) => agent.state === "halted");
  const halting = (halt: boolean, agentDid?: string): TrayAction => ({
    does: "halt",
    halted: halt,
    ...(agentDid === undefined ? {} : { agentDid }),
  });
  return [
    { label: stateLine(state) },
    ...(state.mode === "observe" ? [{ label: words.observing }] : []),
    { label: words.postures[state.posture] },
    "---",
    { label: words.open, action: { does: "open" } },
    ...(waiting === 0 ? [] : [{ label: words.review(waiting), action: { does: "review" } } as const]),
    state.pausedUntil === undefined
      ? { label: words.pause, action: { does: "pause" } }
      : { label: words.resume(state.pausedUntil), action: { does: "resume" } },
    "---",
    ...(problem === undefined
      ? [halted ? { label: words.resumeAll, action: halting(false) } : { label: words.stopAll, action: halting(true) }]
      : []),
    ...(active.length === 0 || halted
      ? []
      : [
          {
            label: words.stopOne,
            items: active.map(({ agentDid, name }) => ({ label: name, action: halting(true, agentDid) })),
          },
        ]),
    ...(stopped.length === 0
      ? []
      : [
          {
            label: words.resumeOne,
            items: stopped.map(({ agentDid, name }) => ({ label: name, action: halting(false, agentDid) })),
          },
        ]),
    "---",
    { label: words.quit, action: { does: "quit" } },
  ];
}
