// Definitions of command lines of cloud services.
import type { Definition } from "../../definition.ts";
import { accounts } from "./accounts.ts";
import { deployments } from "./deployments.ts";
import { forges } from "./forges.ts";
import { secrets } from "./secrets.ts";
import { stores } from "./stores.ts";

export const cloud: readonly Definition[] = [...accounts, ...deployments, ...forges, ...secrets, ...stores];
