// The C library of this system, through koffi. Undefined where koffi cannot be loaded: peers are then unknown, and refused.
import { createRequire } from "node:module";
import type { LibraryHandle } from "koffi";

interface Koffi {
  readonly load: (path: string | null) => LibraryHandle;
}

export function systemLibrary(): LibraryHandle | undefined {
  try {
    const koffi: Koffi = createRequire(import.meta.url)("koffi");
    return koffi.load(null);
  } catch {
    return undefined;
  }
}
