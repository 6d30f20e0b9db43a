// The inventory: what is new about an agent, how a definition has changed, and the bill of materials.
import { describe, expect, test } from "vitest";
import { agbom } from "../../../../src/main/protocols/aos/agbom.ts";
import { definitionDiff } from "../../../../src/main/protocols/aos/definition-diff.ts";
import { createInventory } from "../../../../src/main/protocols/aos/inventory.ts";
import { sha256 } from "../../../../src/main/machine/clock.ts";
import { cyclonedxFaults } from "../../../support/protocols/cyclonedx.ts";
import { agent, memoryStore, tool } from "./support.ts";

const did = "did:aeon:agent-1:aos:0";

function accepted(known = agent({ tools: [tool()] })) {
  const store = memoryStore();
  const inventory = createInventory(store, sha256);
  inventory.accept(did, known, "s1", 1000);
  return { inventory, store };
}

describe("news", () => {
  test("of a stranger are everything it says", () => {
    const inventory = createInventory(memoryStore(), sha256);
    const news = inventory.compare(did, agent({ tools: [tool()], mcpServers: [{ name: "files", version: "2" }] }));
    expect(news).toMatchObject({ added: [{ id: "tool-1" }], changed: [] });
    expect(news?.notes).toEqual(["Post 1.0 of Example", "MCP server files 2"]);
  });

  test("of an agent that has not changed are none", () => {
    const { inventory } = accepted();
    expect(inventory.compare(did, agent({ tools: [tool()] }))).toBeUndefined();
    expect(inventory.compare(did, agent())).toBeUndefined();
  });

  test("name a changed tool with its difference and the session it was known from", () => {
    const { inventory } = accepted();
    const news = inventory.compare(did, agent({ tools: [tool({ description: "Sends a mail to us too" })] }));
    expect(news?.changed).toMatchObject([
      { before: { sessionId: "s1" }, diff: ['~ description: "Sends a mail" → "Sends a mail to us too"'] },
    ]);
  });

  test("do not come from metadata or the order of arguments", () => {
    const { inventory } = accepted();
    const same = tool({ metadata: { calls: 7 }, arguments: (tool().arguments ?? []).toReversed() });
    expect(inventory.compare(did, agent({ tools: [same] }))).toBeUndefined();
  });

  test("come from a tool that was left out and returns changed", () => {
    const { inventory } = accepted();
    inventory.accept(did, agent({ tools: [] }), "s2", 2000);
    expect(inventory.compare(did, agent({ tools: [tool({ type: "api_request" })] }))?.changed).toHaveLength(1);
    expect(inventory.compare(did, agent({ tools: [tool()] }))).toBeUndefined();
  });

  test("come from a second definition under a known id", () => {
    const { inventory } = accepted();
    const twice = agent({ tools: [tool(), tool({ description: "Something else" })] });
    expect(inventory.compare(did, twice)?.changed).toHaveLength(1);
    inventory.accept(did, twice, "s2", 2000);
    expect(inventory.compare(did, twice)).toBeUndefined();
  });

  test("name another model and another version", () => {
    const model = { id: "m1", name: "M", provider: { name: "Example" } };
    const { inventory } = accepted(agent({ model }));
    const news = inventory.compare(did, agent({ version: "1.1", model: { ...model, id: "m2" } }));
    expect(news?.notes).toEqual(["version 1.0 → 1.1", "model m1 → m2 of Example"]);
  });
});

test("survives a restart", () => {
  const { store } = accepted();
  const again = createInventory(store, sha256);
  expect(again.compare(did, agent({ tools: [tool()] }))).toBeUndefined();
  expect(again.tool(did, "tool-1")?.name).toBe("send_mail");
  expect(again.views()).toMatchObject([{ agentDid: did, acceptedAt: 1000, tools: [{ name: "send_mail" }] }]);
});

describe("a change nobody accepted", () => {
  const resources = [{ id: "r1", name: "Plan", content: "the whole plan" }];
  const changed = agent({ tools: [tool({ description: "Sends a mail to us too" })], resources });

  function proposed() {
    const { inventory, store } = accepted();
    const news = inventory.compare(did, changed);
    if (news === undefined) throw new Error("There is nothing new.");
    inventory.propose(did, changed, news, "s2", 2000);
    const [view] = inventory.views();
    return { inventory, store, digest: view?.change?.digest ?? "" };
  }

  test("is kept over a restart without contents, and what was accepted stays in force", () => {
    const { store } = proposed();
    expect(JSON.stringify([...store.saved.values()])).not.toContain("the whole plan");
    const again = createInventory(store, sha256);
    expect(again.views()).toMatchObject([{ change: { at: 2000, sessionId: "s2", refused: false } }]);
    expect(again.tool(did, "tool-1")?.description).toBe("Sends a mail");
    expect(again.compare(did, agent({ tools: [tool()] }))).toBeUndefined();
  });

  test("is what is known once it is accepted", () => {
    const { inventory, digest } = proposed();
    expect(inventory.decide(did, "another", true, 3000)).toBe(false);
    expect(inventory.decide(did, digest, true, 3000)).toBe(true);
    expect(inventory.compare(did, changed)).toBeUndefined();
    expect(inventory.views()).toMatchObject([{ acceptedAt: 3000, tools: [{ description: "Sends a mail to us too" }] }]);
    expect(inventory.views()[0]?.change).toBeUndefined();
  });

  test("stays refused, that one and no other", () => {
    const { inventory, digest } = proposed();
    expect(inventory.isRefused(did, changed)).toBe(false);
    inventory.decide(did, digest, false, 3000);
    expect(inventory.isRefused(did, changed)).toBe(true);
    expect(inventory.isRefused(did, agent({ tools: [tool({ description: "Another one" })] }))).toBe(false);
    expect(inventory.compare(did, changed)).toBeDefined();
  });

  test("is shown for an agent of which nothing was ever accepted", () => {
    const inventory = createInventory(memoryStore(), sha256);
    const news = inventory.compare(did, changed);
    if (news !== undefined) inventory.propose(did, changed, news, "s1", 1);
    const [view] = inventory.views();
    expect(view).toMatchObject({ name: "Post", tools: [], change: { added: [{ id: "tool-1" }] } });
    expect(view?.acceptedAt).toBeUndefined();
    expect(inventory.get(did)).toBeUndefined();
  });
});

test("keeps no contents of resources", () => {
  const resources = [{ id: "r1", name: "Plan", content: "the whole plan", mimeType: "text/plain" }];
  const { store } = accepted(agent({ resources }));
  expect(JSON.stringify([...store.saved.values()])).not.toContain("the whole plan");
});

test("a difference names every member that is new, gone or other", () => {
  const after = tool({
    name: "post_mail",
    arguments: [
      { name: "to", type: "array", required: true },
      { name: "bcc", type: "string", required: false },
    ],
    outputs: [{ name: "id" }],
  });
  expect(definitionDiff(tool(), after)).toEqual([
    '~ name: "send_mail" → "post_mail"',
    '~ argument "to": type: "string" → "array"',
    '+ argument "bcc": {"name":"bcc","required":false,"type":"string"}',
    '- argument "text": {"name":"text","required":false,"type":"string"}',
    '+ output "id": {"name":"id"}',
  ]);
});

describe("the bill of materials", () => {
  const full = agent({
    description: "Sends mail",
    model: { id: "m1", name: "Model", provider: { name: "Example" }, contextWindow: 8000, maxTokens: 500 },
    tools: [tool(), tool({ id: "tool-2" })],
    mcpServers: [
      { name: "files", version: "2" },
      { name: "files", version: "2" },
    ],
    resources: [
      { id: "r1", name: "Plan", content: "x", mimeType: "text/plain" },
      { id: "r2", name: "Odd", content: "x", mimeType: "Text/Plain; charset=utf-8" },
    ],
    organization: { id: "o1" },
  });
  const options = { serial: "3e671687-395b-41f5-a30f-a58921a69b79", at: 0, gatehouseVersion: "0.1.0" };

  function bill() {
    const inventory = accepted(full).inventory.get(did);
    if (inventory === undefined) throw new Error("There is no inventory.");
    return agbom(inventory, options) as unknown as {
      readonly [member: string]: unknown;
      readonly metadata: { readonly component: Record<string, unknown> };
      readonly components: readonly Record<string, unknown>[];
      readonly services: readonly Record<string, unknown>[];
      readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
    };
  }

  test("is CycloneDX 1.6", () => {
    expect(bill()).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      metadata: {
        timestamp: "1970-01-01T00:00:00.000Z",
        component: { type: "application", name: "Post", version: "1.0" },
      },
    });
  });

  test("is valid by the schema of its authors", async () => {
    expect(await cyclonedxFaults(JSON.stringify(bill()))).toBeNull();
    // The check can fail.
    expect(await cyclonedxFaults(JSON.stringify({ ...bill(), colour: "blue" }))).not.toBeNull();
  });

  test("is valid whatever an agent says about itself", async () => {
    const odd = agent({
      name: "",
      version: "v".repeat(5000),
      provider: { name: "", url: "not an address" },
      tools: [tool({ id: "", name: "" }), tool({ id: "\u0000" })],
      mcpServers: [{ name: "", version: "" }],
      resources: [{ id: "", name: "", content: "", mimeType: "nonsense" }],
    });
    const inventory = accepted(odd).inventory.get(did);
    expect(inventory).toBeDefined();
    expect(await cyclonedxFaults(JSON.stringify(inventory === undefined ? {} : agbom(inventory, options)))).toBeNull();
  });

  test("calls an MCP server a service", () => {
    expect(bill().services).toEqual([{ "bom-ref": "mcp:files@2", group: "mcp", name: "files", version: "2" }]);
  });

  test("names every part once, and every dependency is a part", () => {
    const { components, services, metadata, dependencies } = bill();
    const refs = [metadata.component, ...components, ...services].map((part) => part["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(new Set(dependencies.map(({ ref }) => ref))).toEqual(new Set(refs));
    for (const { dependsOn } of dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
  });

  test("leaves out what the agent no longer declares", () => {
    const { inventory } = accepted(full);
    inventory.accept(did, agent({ tools: [] }), "s2", 2);
    const known = inventory.get(did);
    expect(known?.tools).toHaveLength(2);
    expect(JSON.stringify(known === undefined ? "" : agbom(known, options))).not.toContain("tool:tool-1");
  });
});
