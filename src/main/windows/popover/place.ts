// Where the small window goes: at the tray's icon if its place is known, else in the upper right corner.
import type { Rectangle } from "../bounds.ts";

const gap = 8;

export function placePopover(
  size: { readonly width: number; readonly height: number },
  workArea: Rectangle,
  tray: Rectangle | undefined,
): Rectangle {
  const height = Math.min(size.height, workArea.height - 2 * gap);
  const width = Math.min(size.width, workArea.width - 2 * gap);
  const farRight = workArea.x + workArea.width - width - gap;
  const top = workArea.y + gap;
  // Without a tray, and on desktops that do not say where it is, all of it is zero.
  if (tray === undefined || tray.width === 0) return { x: farRight, y: top, width, height };
  const middle = tray.x + tray.width / 2 - width / 2;
  const x = Math.round(Math.min(Math.max(middle, workArea.x + gap), farRight));
  const isBelow = tray.y > workArea.y + workArea.height / 2;
  return { x, y: isBelow ? workArea.y + workArea.height - height - gap : top, width, height };
}
