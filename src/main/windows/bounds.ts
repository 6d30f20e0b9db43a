// Where the window stood last time, and whether it still fits the screens there are now.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** Narrow enough to sit beside a terminal. */
export const minimumSize = { width: 380, height: 480 };
const defaultSize = { width: 1320, height: 860 };

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) });
const placement = rectangle.extend({ maximized: z.boolean().default(false) });

export type Rectangle = z.infer<typeof rectangle>;

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/** The saved place if enough of it is on a screen to be grabbed; else the default size, placed by the system. */
export function fitPlacement(saved: unknown, workAreas: readonly Rectangle[]): Placement {
  const parsed = placement.safeParse(saved);
  if (!parsed.success) return { ...defaultSize, maximized: false };
  const width = Math.max(parsed.data.width, minimumSize.width);
  const height = Math.max(parsed.data.height, minimumSize.height);
  const { x, y, maximized } = parsed.data;
  const reachable = workAreas.some((area) => overlap(x, width, area.x, area.width) >= 200 && isTopOn(y, area));
  return reachable ? { x, y, width, height, maximized } : { width, height, maximized };
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}

/** The title bar has to be on the screen, or the window cannot be moved. */
function isTopOn(y: number, area: Rectangle): boolean {
  return y >= area.y && y <= area.y + area.height - 40;
}

export function readPlacement(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether the notice that Gatehouse keeps running after closing the window was shown. */
export function wasToldOfHiding(saved: unknown): boolean {
  return z.object({ toldOfHiding: z.literal(true) }).safeParse(saved).success;
}

/** A position that cannot be saved is not worth a message. */
export function writePlacement(
  file: string,
  place: Rectangle & { readonly maximized: boolean; readonly toldOfHiding: boolean },
): void {
  try {
    writeFileSync(file, JSON.stringify(place), { mode: 0o600 });
  } catch {}
}
