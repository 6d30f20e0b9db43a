// Definitions of programs that run containers and clusters.
import type { Definition } from "../../definition.ts";
import { clusters } from "./clusters.ts";
import { docker } from "./docker.ts";

export const containers: readonly Definition[] = [...clusters, ...docker];
