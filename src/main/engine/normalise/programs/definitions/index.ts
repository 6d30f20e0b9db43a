// All program definitions. Adding a program means adding one definition with its examples.
import type { Definition } from "../definition.ts";
import { agents } from "./agents.ts";
import { archives } from "./archives/index.ts";
import { crypto } from "./crypto.ts";
import { desktop } from "./desktop.ts";
import { cloud } from "./cloud/index.ts";
import { containers } from "./containers/index.ts";
import { databases } from "./databases.ts";
import { files } from "./files/index.ts";
import { git } from "./git.ts";
import { languages } from "./languages/index.ts";
import { macos } from "./macos.ts";
import { make } from "./make.ts";
import { others } from "./others.ts";
import { processes } from "./processes.ts";
import { network } from "./network/index.ts";
import { packages } from "./packages/index.ts";
import { services } from "./services.ts";
import { system } from "./system/index.ts";
import { text } from "./text/index.ts";
import { windows } from "./windows.ts";
import { wrappers } from "./wrappers/index.ts";

export const definitions: readonly Definition[] = [
  ...agents,
  ...archives,
  ...crypto,
  ...desktop,
  ...cloud,
  ...containers,
  ...databases,
  ...files,
  ...git,
  ...languages,
  ...macos,
  ...make,
  ...others,
  ...processes,
  ...network,
  ...packages,
  ...services,
  ...system,
  ...text,
  ...windows,
  ...wrappers,
];
