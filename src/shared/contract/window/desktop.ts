// What the window asks of the desktop application around the engine: pauses, its log, its versions; and what menus tell the window.
import { z } from "zod";
import type { PopoverState } from "./popover.ts";

export const logEntrySchema = z.object({
  at: z.number(),
  level: z.enum(["info", "warning", "error"]),
  /** The part of Gatehouse it is about. */
  where: z.string(),
  message: z.string(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

export const desktopRequestSchema = z.enum(["state", "pause", "resume", "log", "show-log-file"]);
export type DesktopRequest = z.infer<typeof desktopRequestSchema>;

export interface DesktopState {
  /** Until when nothing is shown outside the window; absent when it is. */
  readonly pausedUntil?: number;
  /** Present while the keys are wanted. */
  readonly shortcut?: NonNullable<PopoverState["shortcut"]>;
  readonly versions: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Newest first; only when it was asked for. */
  readonly log?: readonly LogEntry[];
}

/** What a menu asks the window to show or do. */
export const windowCommands = ["palette", "shortcuts", "settings", "help", "log", "getting-started", "pause"] as const;
export type WindowCommand = (typeof windowCommands)[number];
