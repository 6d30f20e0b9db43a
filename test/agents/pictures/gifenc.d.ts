// The part of gifenc that is used: the package has no types of its own.
declare module "gifenc" {
  type Palette = readonly (readonly number[])[];
  interface FrameOptions {
    readonly palette: Palette;
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    readonly dispose: number;
  }
  interface Encoder {
    readonly writeFrame: (index: Uint8Array, width: number, height: number, options: FrameOptions) => void;
    readonly finish: () => void;
    readonly bytes: () => Uint8Array;
  }
  const gifenc: {
    readonly GIFEncoder: () => Encoder;
    readonly quantize: (pixels: Uint8Array, colours: number) => Palette;
    readonly applyPalette: (pixels: Uint8Array, palette: Palette) => Uint8Array;
  };
  export default gifenc;
}
