// Definitions of programs that manage the machine, and of shell builtins.
import type { Definition } from "../../definition.ts";
import { accounts } from "./accounts.ts";
import { directory } from "./directory.ts";
import { disks } from "./disks.ts";
import { kernel } from "./kernel.ts";
import { scanners } from "./scanners.ts";
import { shell } from "./shell.ts";

export const system: readonly Definition[] = [...accounts, ...directory, ...disks, ...kernel, ...scanners, ...shell];
