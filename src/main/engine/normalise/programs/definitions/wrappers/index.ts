// Definitions of programs that run the command in their arguments.
import type { Definition } from "../../definition.ts";
import { observe } from "./observe.ts";
import { privilege } from "./privilege.ts";
import { repeat } from "./repeat.ts";
import { resources } from "./resources.ts";
import { sandboxes } from "./sandboxes.ts";
import { schedule } from "./schedule.ts";
import { sessions } from "./sessions.ts";
import { shell } from "./shell.ts";

export const wrappers: readonly Definition[] = [
  ...observe,
  ...privilege,
  ...repeat,
  ...resources,
  ...sandboxes,
  ...schedule,
  ...sessions,
  ...shell,
];
