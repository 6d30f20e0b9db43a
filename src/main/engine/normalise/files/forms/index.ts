// All forms of files that are known by name or content. The first that fits counts.
import { agents } from "./agents.ts";
import { builds } from "./builds.ts";
import { buildSources } from "./build-sources.ts";
import { ci } from "./ci.ts";
import { containers } from "./containers.ts";
import { editors } from "./editors.ts";
import type { Form } from "./form.ts";
import { infrastructure } from "./infrastructure.ts";
import { machine } from "./machine.ts";
import { packages } from "./packages.ts";
import { packageSources } from "./package-sources.ts";
import { programs } from "./programs.ts";
import { scanners } from "./scanners.ts";
import { webServers } from "./web-servers.ts";

export const forms: readonly Form[] = [
  ...agents.slice(0, -1),
  ...ci,
  ...scanners,
  ...builds,
  ...buildSources,
  ...packages,
  ...packageSources,
  ...machine,
  ...editors,
  ...containers,
  ...infrastructure,
  ...webServers,
  ...programs,
  ...agents.slice(-1),
];
