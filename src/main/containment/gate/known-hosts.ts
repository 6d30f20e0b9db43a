// Hosts that need no question: package registries, and each agent's own model. From resources/hosts.yaml, with their reasons.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const hostSchema = z.strictObject({ host: z.string().min(1).max(253), reason: z.string().min(1) });
const documentSchema = z.strictObject({
  registries: z.array(hostSchema),
  agents: z.record(
    z.string(),
    z.strictObject({
      model: z.array(hostSchema),
      unneeded: z.array(hostSchema).default([]),
      errands: z.array(hostSchema).default([]),
    }),
  ),
});

export type KnownHost = Readonly<z.output<typeof hostSchema>>;

export interface KnownHosts {
  readonly registries: readonly KnownHost[];
  readonly modelOf: (agent: string | undefined) => readonly KnownHost[];
  readonly unneededBy: (agent: string | undefined) => readonly KnownHost[];
  /** Hosts the agent asks for by itself and can do without, but that its commands may need. */
  readonly errandsOf: (agent: string | undefined) => readonly KnownHost[];
}

/** A file that does not load is a broken installation. */
export function loadKnownHosts(resourcesDirectory: string): KnownHosts {
  const { registries, agents } = documentSchema.parse(
    parse(readFileSync(join(resourcesDirectory, "hosts.yaml"), "utf8")),
  );
  const of = (agent: string | undefined) =>
    agent !== undefined && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  return {
    registries,
    modelOf: (agent) => of(agent)?.model ?? [],
    unneededBy: (agent) => of(agent)?.unneeded ?? [],
    errandsOf: (agent) => of(agent)?.errands ?? [],
  };
}
