// A program that invents names: it makes room among its own, and neither frees the names of others nor locks anybody out.
import { expect, test } from "vitest";
import type { StoredAgent } from "../../../src/main/identity/agent.ts";
import { createRegistry, type Registry } from "../../../src/main/identity/registry.ts";
import type { Source } from "../../../src/main/identity/ownership.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";

const start = 1_770_000_000_000;
const honest = "did:aeon:honest:1.0:abc";

function open(stored: readonly StoredAgent[] = []): Registry {
  return createRegistry({
    store: { load: () => stored, save: () => undefined, remove: () => undefined },
    settings: () => defaultSettings,
    machine: { bootId: "boot", isAlive: () => true },
    maximumAgents: 20,
    maximumOfOnePeer: 8,
  });
}

function from(pid: number): Source {
  const process = { pid, startedAt: pid, program: `/opt/agent-${pid}`, command: [`agent-${pid}`], leadsSession: false };
  return { peer: { uid: 1000, processes: [process] } };
}

const invented = (pid: number, index: number) => ({ agent_did: `did:aeon:invented-${pid}:1.0:${index.toString(16)}` });
const use = (registry: Registry, agentDid: string, source: Source) =>
  registry.authenticate({ agent_did: agentDid }, "a2g/intent", source, start);

test.each([
  ["one program", [2]],
  ["many programs", [2, 3, 4, 5, 6]],
])("names that %s invents do not free the name of another", (_name, flooders) => {
  const registry = open();
  expect(use(registry, honest, from(1)).ok).toBe(true);
  for (const pid of flooders)
    for (let index = 0; index < 50; index += 1)
      expect(registry.authenticate(invented(pid, index), "a2g/heartbeat", from(pid), start).ok).toBe(true);
  expect(use(registry, honest, from(2))).toMatchObject({ error: { data: { reason: "agent_belongs_to_another" } } });
  expect(use(registry, honest, from(1)).ok).toBe(true);
});

test("a program that registers without end is refused, and others can still register", () => {
  const registry = open();
  const answers = Array.from({ length: 50 }, (_, index) => registry.register(invented(2, index), from(2), start).ok);
  expect(answers.filter((accepted) => accepted)).toHaveLength(8);
  expect(registry.register({ agent_did: honest }, from(1), start).ok).toBe(true);
});

test("names from before a restart are not pushed out by new ones", () => {
  const before = open();
  use(before, honest, from(1));
  const agent = before.get(honest);
  const registry = open(agent === undefined ? [] : [agent]);
  for (const pid of [2, 3, 4])
    for (let index = 0; index < 50; index += 1)
      registry.authenticate(invented(pid, index), "a2g/heartbeat", from(pid), start);
  expect(use(registry, honest, from(2)).ok).toBe(false);
});
