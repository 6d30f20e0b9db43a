// The tray's icon with the number of waiting requests, drawn as BGRA pixels as Electron expects them.

export interface IconState {
  readonly waiting: number;
  readonly halted: boolean;
  /** Ink that shows on the tray's own background. */
  readonly ink: readonly [red: number, green: number, blue: number];
}

export const iconSize = 32;

type Colour = readonly [red: number, green: number, blue: number];

const badge: Colour = [194, 65, 12];
const stopped: Colour = [179, 32, 47];
const white: Colour = [255, 255, 255];

/** Three columns, five rows, from the top left. */
const digits: readonly string[] = [
  "111101101101111",
  "010110010010111",
  "111001111100111",
  "111001111001111",
  "101101111001001",
  "111100111001111",
  "111100111101111",
  "111001010010010",
  "111101111101111",
  "111101111001111",
];
const plus = "000010111010000";

export function trayPixels({ waiting, halted, ink }: IconState): Buffer {
  const pixels = Buffer.alloc(iconSize * iconSize * 4);
  const fill = (left: number, top: number, width: number, height: number, [red, green, blue]: Colour): void => {
    for (let y = top; y < top + height; y += 1) {
      for (let x = left; x < left + width; x += 1) pixels.set([blue, green, red, 255], (y * iconSize + x) * 4);
    }
  };
  // Two towers with battlements and the gate between them.
  for (const left of [3, 21]) {
    for (const tooth of [0, 6]) fill(left + tooth, 4, 3, 4, ink);
    fill(left, 7, 9, 21, ink);
  }
  fill(12, 9, 9, 5, ink);
  if (halted) fill(17, 17, 13, 13, stopped);
  else if (waiting > 0) {
    fill(14, 14, 18, 18, badge);
    const shape = waiting > 9 ? plus : (digits[waiting] ?? plus);
    for (let index = 0; index < shape.length; index += 1) {
      if (shape[index] === "1") fill(18 + (index % 3) * 3, 16 + Math.floor(index / 3) * 3, 3, 3, white);
    }
  }
  return pixels;
}
