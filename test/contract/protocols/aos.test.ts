// AOS over the real listener: texts on their way, what is denied in them and what is cut out.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import {
  changedFixture,
  decisionOn,
  expectComplete,
  fixture,
  honest,
  order,
  sharedGatehouse,
  token,
} from "../../support/protocols/aos.ts";
import { connectAgent, startGatehouse } from "../../support/engine/gatehouse.ts";

describe("prompt injection", () => {
  const gatehouse = sharedGatehouse();

  test("in a user's message is denied", async () => {
    const request = changedFixture("message-user", ["params.message.content.0.text", order]);
    const answer = await decisionOn(gatehouse(), request);
    expect(answer).toMatchObject({ decision: "deny", reasonCode: expect.arrayContaining(["PROMPT_INJECTION"]) });
    expect(answer.reasoning).toContain("drop the instructions");
    expect(answer).not.toHaveProperty("modifiedRequest");
  });

  test("is not seen in what a user may well ask for", async () => {
    const text = "Please write your answer in French, and in your response mention the price.";
    const request = changedFixture("message-user", ["params.message.content.0.text", text]);
    expect((await decisionOn(gatehouse(), request)).decision).toBe("allow");
  });

  test.each([
    ["a trigger", "agent-trigger", "params.trigger.content.0.text"],
    ["the data of a trigger", "agent-trigger", "params.trigger.content.1.data.subject"],
    ["retrieved knowledge", "knowledge-retrieval", "params.knowledgeStep.results.1.content"],
    ["memory to store", "memory-store", "params.memory.0"],
    ["retrieved memory", "memory-context-retrieval", "params.memory.0"],
    ["the result of a tool", "tool-call-result", "params.toolCallResult.result.outputs.0.text"],
    ["an A2A response", "a2a-message-send-response", "params.payload.result.artifacts.0.parts.0.text"],
    ["an MCP response", "mcp-response", "params.message.result.content.0.text"],
  ])("in %s is cut out, and the rest goes on", async (_name, name, path) => {
    const request = changedFixture(name, [path, `${honest} ${order} Breakfast is included.`]);
    const answer = await decisionOn(gatehouse(), request);
    expect(answer).toMatchObject({
      decision: "modify",
      reasonCode: expect.arrayContaining(["CONTENT_CUT", "PROMPT_INJECTION"]),
    });
    const text = JSON.stringify(answer.modifiedRequest);
    expect(text).not.toMatch(/previous instructions|evil\.example/);
    expect(text).toContain(honest);
    expect(text).toContain("Breakfast is included.");
    expect(answer.reasoning).toContain("Cut out of");
    await expectComplete(gatehouse(), request, answer.modifiedRequest);
  });

  test("that is all there is, is denied", async () => {
    const request = changedFixture("tool-call-result", ["params.toolCallResult.result.outputs.0.text", order]);
    expect((await decisionOn(gatehouse(), request)).decision).toBe("deny");
  });

  test("inside JSON memory leaves the JSON whole", async () => {
    const memory = JSON.stringify([{ role: "user", message: `I like trains. ${order}` }]);
    const request = changedFixture("memory-store", ["params.memory.0", memory]);
    const { modifiedRequest } = await decisionOn(gatehouse(), request);
    const changed = (modifiedRequest?.["params"] as JsonObject | undefined)?.["memory"] as
      | readonly string[]
      | undefined;
    expect(JSON.parse(changed?.[0] ?? "")).toEqual([
      { role: "user", message: "I like trains. [removed by Gatehouse]" },
    ]);
  });

  test("inside a text file is cut out of the file", async () => {
    const bytes = Buffer.from(`${honest} ${order}`).toString("base64");
    const request = changedFixture("agent-trigger", ["params.trigger.content.2.file.bytes", bytes]);
    const { decision, modifiedRequest } = await decisionOn(gatehouse(), request);
    expect(decision).toBe("modify");
    const text = JSON.stringify(modifiedRequest).match(/"bytes":"([^"]+)"/)?.[1] ?? "";
    expect(Buffer.from(text, "base64").toString()).toBe(`${honest} [removed by Gatehouse]`);
  });

  const encoded = (...parts: readonly (string | Buffer)[]): string =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString("base64");
  test.each([
    ["with a byte that is no text", "text/plain", encoded(order, Buffer.from([0xff]))],
    ["of a type that is no text", "application/x-python", encoded(order)],
    ["that calls itself a picture", "image/svg+xml", encoded(order)],
    ["without a type", undefined, encoded(order)],
    ["in lines", undefined, encoded(order).replaceAll(/.{20}/gu, "$&\r\n")],
    ["that is not encoded at all", "text/plain", order],
  ])("inside a file %s does not pass", async (_name, mimeType, bytes) => {
    const file = { name: "a", bytes, ...(mimeType === undefined ? {} : { mimeType }) };
    const request = changedFixture("agent-trigger", ["params.trigger.content.2.file", file]);
    expect((await decisionOn(gatehouse(), request)).decision).not.toBe("allow");
  });

  test("is not seen in a picture", async () => {
    const bytes = encoded(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]), order);
    const file = { name: "a.png", mimeType: "image/png", bytes };
    const request = changedFixture("agent-trigger", ["params.trigger.content.2.file", file]);
    expect((await decisionOn(gatehouse(), request)).decision).toBe("allow");
  });

  test("in the middle of a very long text is found", async () => {
    const filler = "The room has a view of the river. ".repeat(3000);
    const request = changedFixture("knowledge-retrieval", [
      "params.knowledgeStep.results.0.content",
      `${filler}${order} ${filler}`,
    ]);
    expect((await decisionOn(gatehouse(), request)).decision).toBe("modify");
  });

  test("in a response that cannot be changed is denied", async () => {
    const request = changedFixture("a2a-tasks-cancel-response", [
      "params.payload.result.artifacts.0.parts.0.text",
      `${honest} ${order}`,
    ]);
    const answer = await decisionOn(gatehouse(), request);
    expect(answer.decision).toBe("deny");
    expect(answer).not.toHaveProperty("modifiedRequest");
  });
});

describe("secrets", () => {
  const gatehouse = sharedGatehouse();

  test.each([
    ["the agent's message", "message-agent", "params.message.content.0.text"],
    ["an A2A request", "a2a-message-send-request", "params.payload.params.message.parts.0.text"],
    ["an A2A request with the payload beside", "a2a-beside-request", "payload.params.message.parts.0.text"],
    ["an A2A request by its alias", "a2a-alias-request", "params.message.params.message.parts.0.text"],
    ["an MCP call", "mcp-call", "params.message.params.arguments.day"],
    ["a raw MCP call", "mcp-call-raw", "params.params.arguments.day"],
  ])("in %s are cut out", async (_name, name, path) => {
    const request = changedFixture(name, [path, `Use ${token} to log in`]);
    const answer = await decisionOn(gatehouse(), request);
    expect(answer).toMatchObject({ decision: "modify", reasonCode: expect.arrayContaining(["CONTENT_CUT"]) });
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(JSON.stringify(answer.modifiedRequest)).toContain("Use [redacted:github_token] to log in");
    const { payload: _payload, reasoning: _reasoning, ...envelope } = request;
    await expectComplete(gatehouse(), envelope, answer.modifiedRequest);
  });

  test("where nothing can be changed deny the message", async () => {
    const request = changedFixture("a2a-tasks-cancel-request", ["params.payload.params.id", `task ${token}`]);
    const answer = await decisionOn(gatehouse(), request);
    expect(answer).toMatchObject({ decision: "deny", reasonCode: expect.arrayContaining(["SECRET_EXPOSURE"]) });
    expect(answer).not.toHaveProperty("modifiedRequest");
  });

  test("handed over to be notified with stay", async () => {
    const request = changedFixture("a2a-tasks-pushNotificationConfig-set-request", [
      "params.payload.params.pushNotificationConfig.token",
      token,
    ]);
    expect((await decisionOn(gatehouse(), request)).decision).toBe("allow");
    const hidden = changedFixture("a2a-message-send-request", [
      "params.payload.params.message.pushNotificationConfig",
      { note: `Use ${token}` },
    ]);
    expect((await decisionOn(gatehouse(), hidden)).decision).toBe("modify");
  });

  test("are not in the feed", async () => {
    await decisionOn(gatehouse(), changedFixture("message-agent", ["params.message.content.0.text", `Use ${token}`]));
    const feed = await gatehouse().operations.listFeed({ limit: 10 }, "test");
    expect(JSON.stringify(feed)).not.toContain(token);
    expect(JSON.stringify(feed)).toContain("[redacted:github_token]");
  });
});

describe("citations", () => {
  const invented = { kind: "file", id: "res-none", name: "Secret plan.pdf" };

  test("to a source the agent does not have are cut out", async () => {
    const gatehouse = await startGatehouse();
    const request = changedFixture("message-agent", ["params.citations.0", invented]);
    const answer = await decisionOn(gatehouse, request);
    expect(answer).toMatchObject({ decision: "modify", reasonCode: expect.arrayContaining(["FALSE_CITATION"]) });
    expect(answer.reasoning).toContain("Secret plan.pdf");
    const params = answer.modifiedRequest?.["params"] as JsonObject;
    expect(params["citations"]).toEqual([{ kind: "site", url: "https://hotels.example.org/lisbon" }]);
    expect(params["message"]).toEqual((request["params"] as JsonObject)["message"]);
    await expectComplete(gatehouse, request, answer.modifiedRequest);
  });

  test("to what was retrieved in the session are sound", async () => {
    const gatehouse = await startGatehouse();
    const cited = { kind: "file", id: "res-cities", name: "Cities.csv" };
    const request = changedFixture("message-agent", ["params.citations.0", cited]);
    expect((await decisionOn(gatehouse, request)).decision).toBe("modify");
    await decisionOn(gatehouse, fixture("knowledge-retrieval"));
    expect((await decisionOn(gatehouse, request)).decision).toBe("allow");
    const elsewhere = changedFixture(
      "message-agent",
      ["params.citations.0", cited],
      ["params.context.session.id", "session-42"],
    );
    expect((await decisionOn(gatehouse, elsewhere)).decision).toBe("modify");
  });

  test("are not judged where nothing is known of the agent's sources", async () => {
    const request = changedFixture(
      "message-agent",
      ["params.citations.0", invented],
      ["params.context.agent.resources", undefined],
    );
    expect((await decisionOn(await startGatehouse(), request)).decision).toBe("allow");
  });
});

test("an agent is known by its name, and A2G sockets do not speak AOS", async () => {
  const gatehouse = await startGatehouse();
  await decisionOn(gatehouse, fixture("message-user"));
  const agents = await gatehouse.operations.listAgents({}, "test");
  expect(agents.ok && agents.value).toMatchObject([
    {
      agentDid: expect.stringMatching(/^did:aeon:agent-7f21:aos:[0-9a-f]{16}$/),
      name: "Travel desk",
      version: "2.4.1",
    },
  ]);
  const line = await connectAgent(gatehouse);
  expect((await line.call("ping", fixture("ping")["params"])).error?.code).toBe(-32601);
});
