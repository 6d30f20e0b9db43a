// What the tray says and offers: how many wait, what happens when nobody answers, and the switch for one agent or all.
import type { Settings } from "../../shared/settings.ts";
import type { AgentSummary } from "../../shared/telemetry.ts";

export interface TrayState {
  readonly waiting: number;
  readonly mode: "enforce" | "observe";
  readonly posture: Settings["posture"];
  readonly halted: boolean;
  readonly quiet: boolean;
  readonly agents: readonly Pick<AgentSummary, "agentDid" | "name" | "state">[];
  /** Why there is no engine, if there is none. */
  readonly problem?: string;
}

export type TrayAction =
  | { readonly does: "open" }
  | { readonly does: "review" }
  | { readonly does: "quit" }
  | { readonly does: "halt"; readonly halted: boolean; readonly agentDid?: string };

export interface TrayItem {
  readonly label: string;
  /** Absent for a line that only says something. */
  readonly action?: TrayAction;
  readonly items?: readonly TrayItem[];
}

/** "---" is a line between. */
export type TrayMenu = readonly (TrayItem | "---")[];

const postures: Readonly<Record<Settings["posture"], string>> = {
  deny: "When nobody answers: deny",
  wait: "When nobody answers: keep waiting",
};

export function trayTooltip(state: TrayState): string {
  return ["Gatehouse", stateLine(state), postures[state.posture]].join("\n");
}

function stateLine({ waiting, mode, halted, quiet, problem }: TrayState): string {
  if (problem !== undefined) return "The engine is not running";
  if (halted) return "All agents are stopped";
  const count = waiting === 0 ? "Nothing waits" : waiting === 1 ? "1 request waits" : `${waiting} requests wait`;
  const manner = mode === "observe" ? "observe mode" : "enforcing";
  return `${count}, ${manner}${quiet ? ", quiet hours" : ""}`;
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
    ...(state.mode === "observe" ? [{ label: "Observe mode: only blocked actions are stopped" }] : []),
    { label: postures[state.posture] },
    "---",
    { label: "Open Gatehouse", action: { does: "open" } },
    ...(waiting === 0 ? [] : [{ label: `Review ${waiting} waiting`, action: { does: "review" } } as const]),
    "---",
    ...(problem === undefined
      ? [
          halted
            ? { label: "Resume all agents", action: halting(false) }
            : { label: "Stop all agents", action: halting(true) },
        ]
      : []),
    ...(active.length === 0 || halted
      ? []
      : [
          {
            label: "Stop one agent",
            items: active.map(({ agentDid, name }) => ({ label: name, action: halting(true, agentDid) })),
          },
        ]),
    ...(stopped.length === 0
      ? []
      : [
          {
            label: "Resume one agent",
            items: stopped.map(({ agentDid, name }) => ({ label: name, action: halting(false, agentDid) })),
          },
        ]),
    "---",
    { label: "Quit Gatehouse", action: { does: "quit" } },
  ];
}
