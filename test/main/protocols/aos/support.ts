// Parts for tests of the AOS adapter without a listener: an agent, a caller, a registry that knows everybody.
import { unknownPeer } from "../../../../src/shared/local/peer.ts";
import { createAosMethods } from "../../../../src/main/protocols/aos/methods.ts";
import { createInventory, type StoredInventory } from "../../../../src/main/protocols/aos/inventory.ts";
import type { Agent, ToolDefinition } from "../../../../src/main/protocols/aos/objects.ts";
import type { GuardianPorts } from "../../../../src/main/protocols/aos/guardian.ts";
import type { JsonObject } from "../../../../src/shared/lib/json.ts";
import { ok } from "../../../../src/shared/lib/result.ts";
import type { Caller } from "../../../../src/shared/lib/rpc.ts";
import { defaultSettings, type Settings } from "../../../../src/shared/contract/settings.ts";
import { sha256 } from "../../../../src/main/machine/clock.ts";
import { testEngine, type TestEngine } from "../../../support/engine/engine.ts";

export function tool(changes: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    id: "tool-1",
    name: "send_mail",
    type: "function_call",
    description: "Sends a mail",
    arguments: [
      { name: "to", type: "string", required: true },
      { name: "text", type: "string", required: false },
    ],
    outputs: null,
    ...changes,
  };
}

export function agent(changes: Partial<Agent> = {}): Agent {
  return {
    id: "agent-1",
    name: "Post",
    instructions: "You send mail.",
    version: "1.0",
    provider: { name: "Example", url: "https://example.org" },
    ...changes,
  };
}

export const caller: Caller = {
  connectionId: "http-1",
  transport: "http",
  peer: unknownPeer,
  gone: new AbortController().signal,
};

export function memoryStore() {
  const saved = new Map<string, StoredInventory>();
  return {
    saved,
    load: () => [...saved.values()],
    save: (stored: StoredInventory) => void saved.set(stored.agentDid, stored),
    remove: (agentDid: string) => void saved.delete(agentDid),
  };
}

export interface TestGuardian {
  readonly engine: TestEngine;
  readonly call: (request: JsonObject, from?: Caller) => Promise<unknown>;
  readonly registered: JsonObject[];
}

export function testGuardian(
  changes: Partial<GuardianPorts> & { readonly settings?: { readonly current: () => Settings } } = {},
): TestGuardian {
  const engine = testEngine();
  const registered: JsonObject[] = [];
  let number = 0;
  const methods = createAosMethods({
    clock: { now: () => Date.parse("2026-11-12T12:00:00Z"), after: () => () => {} },
    identifiers: { next: () => `n${(number += 1)}` },
    sha256,
    settings: { current: () => ({ ...defaultSettings, aosWaitMs: 0 }) },
    engine: engine.governor,
    identity: {
      register: (params) => {
        registered.push(params as JsonObject);
        return ok({ agentDid: "" });
      },
      authenticate: (params) => ok({ agentDid: (params as { readonly agent_did: string }).agent_did }),
    },
    inventory: createInventory(memoryStore(), sha256),
    version: "0.1.0",
    healthy: () => true,
    ...changes,
  });
  return {
    engine,
    registered,
    call: async (request, from = caller) => {
      const name = request["method"];
      const method = typeof name === "string" ? methods.get(name) : undefined;
      if (method === undefined) throw new Error("There is no such method.");
      return method(request["params"], from, request);
    },
  };
}
