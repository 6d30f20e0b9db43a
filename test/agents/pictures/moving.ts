// A moving picture from scenes: one palette each, and only what differs from the scene before.
import gifenc from "gifenc";
import type { Pixels } from "./easel.ts";

export interface Scene {
  readonly pixels: Pixels;
  readonly milliseconds: number;
}

/** Of 256 colours one stands for "as before". */
const colours = 255;

export function movingPicture(scenes: readonly Scene[]): Uint8Array {
  // oxlint-disable-next-line import/no-named-as-default-member -- Node finds only the default export of this CommonJS file
  const { GIFEncoder, quantize, applyPalette } = gifenc;
  const gif = GIFEncoder();
  let before: Uint8Array | undefined;
  for (const { pixels, milliseconds } of scenes) {
    const { data, width, height } = pixels;
    const palette = quantize(data, colours);
    const index = applyPalette(data, palette);
    const clear = palette.length;
    if (before !== undefined)
      for (let at = 0; at < index.length; at += 1) if (isSame(data, before, at)) index[at] = clear;
    gif.writeFrame(index, width, height, {
      palette: [...palette, [0, 0, 0]],
      delay: milliseconds,
      transparent: before !== undefined,
      transparentIndex: clear,
      dispose: 1,
    });
    before = data;
  }
  gif.finish();
  return gif.bytes();
}

function isSame(one: Uint8Array, other: Uint8Array, pixel: number): boolean {
  const at = pixel * 4;
  return one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2];
}
