// Definitions of programs that pack and unpack.
import type { Definition } from "../../definition.ts";
import { compress } from "./compress.ts";
import { otherArchives } from "./other.ts";
import { tar } from "./tar.ts";
import { zip } from "./zip.ts";

export const archives: readonly Definition[] = [...compress, ...otherArchives, ...tar, ...zip];
