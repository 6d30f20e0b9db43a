// The data objects of the document: each has a schema that takes what the document shows and keeps what it does not know.
import { describe, expect, test } from "vitest";
import { dataObjects } from "../../../../src/main/protocols/aos/objects.ts";
import type { JsonObject } from "../../../../src/shared/lib/json.ts";
import { agent, tool } from "./support.ts";

const organization = { id: "o1", name: "Example" };
const text = { kind: "text", text: "Hello" };
const file = { name: "a.txt", mimeType: "text/plain", uri: "https://example.org/a.txt" };
const session = { id: "s1" };
const result = { id: "r1", content: "Text" };

const samples: Readonly<Record<keyof typeof dataObjects, object>> = {
  Agent: agent({ tools: [tool()] }),
  AgentProvider: { name: "Example", url: "https://example.org" },
  Model: { id: "m", name: "M", provider: { name: "Example" }, stopSequences: ["x"], defaultParams: { topK: 3 } },
  LlmProvider: { name: "Example", metadata: { region: "eu" } },
  MCPServer: { name: "files", version: "1" },
  Resource: { id: "r", name: "R", content: "x", mimeType: "text/plain" },
  ToolDefinition: tool(),
  ToolArgumentDefinition: { name: "to", type: "string", mimeType: "text/plain", required: true },
  ToolOutputDefinition: { name: "id", type: "number" },
  Message: { id: "m", role: "user", content: [text] },
  Part: text,
  TextPart: text,
  FilePart: { kind: "file", file },
  DataPart: { kind: "data", data: { a: 1 } },
  File: file,
  AgentTrigger: { type: "autonomous", event: { type: "email", id: "e" }, content: [text] },
  AgentTriggerEvent: { type: "email", id: "e" },
  Source: { kind: "site", url: "https://example.org" },
  FileSource: { kind: "file", id: "f", name: "F" },
  SiteSource: { kind: "site", url: "https://example.org" },
  StepContext: { agent: agent(), session, turnId: "t", stepId: "s", timestamp: "2026-03-02T09:15:00+01:00" },
  Session: session,
  User: { id: "u", organization },
  Organization: organization,
  KnowledgeRetrievalStepParams: { query: "q", keywords: ["k"], results: [result] },
  KnowledgeRetrievalResult: result,
  ToolCallRequest: { executionId: "e", toolId: "t", inputs: [{ name: "to", value: null }] },
  ToolArgumentValue: { name: "to", id: "1", value: { a: [1] } },
  ToolCallResult: { outputs: [text], isError: false },
};

describe.each(Object.entries(samples))("%s", (name, sample) => {
  const schema = dataObjects[name as keyof typeof dataObjects];

  test("is understood, and members of later versions are kept", () => {
    expect(schema.parse({ ...sample, later: { x: 1 } })).toEqual({ ...sample, later: { x: 1 } });
  });

  test.each(Object.keys(sample))("checks %s", (member) => {
    const wrong = member === "value" ? undefined : typeof (sample as JsonObject)[member] === "string" ? 7 : "wrong";
    const { [member]: _gone, ...rest } = sample as JsonObject;
    expect(schema.safeParse(wrong === undefined ? rest : { ...sample, [member]: wrong }).success).toBe(false);
  });
});
