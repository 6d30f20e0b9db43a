// Definitions of programs that run, compile or edit code.
import type { Definition } from "../../definition.ts";
import { compiled } from "./compiled.ts";
import { editors } from "./editors.ts";
import { python } from "./python.ts";
import { scripting } from "./scripting.ts";

export const languages: readonly Definition[] = [...compiled, ...editors, ...python, ...scripting];
