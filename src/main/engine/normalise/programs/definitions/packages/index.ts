// Definitions of package managers.
import type { Definition } from "../../definition.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";
import { system } from "./system.ts";

export const packages: readonly Definition[] = [...javascript, ...python, ...system];
