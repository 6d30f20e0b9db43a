// Terminals: where an operation over the operator's socket comes from, and what the window shows of it.
import { z } from "zod";
import { agentLineage, programName } from "../local/agent-process.ts";
import type { Peer } from "../local/peer.ts";
import type { RiskLevel } from "../domain/verdict.ts";

/** The process that asked: not our own command, but what ran it. */
export interface TerminalOrigin {
  readonly program: string;
  readonly pid: number;
  /** Such as "/dev/pts/3"; absent for a process without a terminal. */
  readonly tty?: string;
}

/** Something a terminal asks for that gives power away, in words. */
export interface TerminalRequest {
  /** "Allow once: git push --force origin main" */
  readonly title: string;
  readonly details: readonly string[];
  readonly level?: RiskLevel;
}

/** Waits for a word in the window. */
export interface Confirmation extends TerminalRequest {
  readonly confirmationId: string;
  readonly actor: string;
  readonly origin: TerminalOrigin;
  readonly requestedAt: number;
  readonly expiresAt: number;
}

/** Has taken effect. */
export interface TerminalAction extends TerminalRequest {
  readonly actionId: string;
  readonly actor: string;
  readonly origin: TerminalOrigin;
  readonly at: number;
  readonly undo: "possible" | "done" | "none";
}

export interface TerminalState {
  /** Oldest first. */
  readonly confirmations: readonly Confirmation[];
  /** Newest last. */
  readonly actions: readonly TerminalAction[];
}

const id = z.string().min(1).max(128);

export const terminalInputs = {
  getTerminal: z.strictObject({}),
  /** Only from the window. */
  answerConfirmation: z.strictObject({ confirmationId: id, allow: z.boolean() }),
  undoTerminalAction: z.strictObject({ actionId: id }),
} as const;

export interface TerminalOutputs {
  readonly getTerminal: TerminalState;
  readonly answerConfirmation: { readonly confirmationId: string };
  readonly undoTerminalAction: TerminalAction;
}

/** JSON-RPC notification that tells a command that its request waits in the window. */
export const confirmationNotice = "operator/confirm";

/** The method by which a terminal follows the feed, and the notification that brings it one line. */
export const followMethod = "followFeed";
export const feedNotice = "operator/feed";

export function originOf(peer: Peer): TerminalOrigin | undefined {
  const nearest = agentLineage(peer)[0] ?? peer.processes[0];
  if (nearest === undefined) return undefined;
  const tty = peer.processes.find((process) => process.tty !== undefined)?.tty;
  return { program: programName(nearest), pid: nearest.pid, ...(tty === undefined ? {} : { tty }) };
}

export function originWords({ program, pid, tty }: TerminalOrigin): string {
  return `${program}, process ${pid}, ${tty ?? "no terminal"}`;
}
