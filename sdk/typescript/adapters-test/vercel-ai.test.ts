// Vercel AI SDK: generateText with a scripted model calls a governed tool, approved and denied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { governAiTools } from "../src/adapters/index.ts";
import { dangerous, governor, harmless, workspace } from "./engine.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

test("a tool is asked about, runs when approved, and a denial reaches the model with its reason", async () => {
  const client = await governor("vercel-ai");
  const ran: string[] = [];
  const tools = governAiTools(
    client,
    {
      execute_command: tool({
        inputSchema: z.object({ command: z.string() }),
        execute: async ({ command }) => {
          ran.push(command);
          return `ran ${command}`;
        },
      }),
    },
    { workspace },
  );
  const calls = [harmless, dangerous];
  const prompts: string[] = [];
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      prompts.push(JSON.stringify(prompt));
      const command = calls.shift();
      const content =
        command === undefined
          ? [{ type: "text" as const, text: "done" }]
          : [
              {
                type: "tool-call" as const,
                toolCallId: `call-${calls.length}`,
                toolName: "execute_command",
                input: JSON.stringify({ command }),
              },
            ];
      const unified = command === undefined ? ("stop" as const) : ("tool-calls" as const);
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
  const { text } = await generateText({ model, tools, prompt: "go", stopWhen: stepCountIs(5) });
  assert.equal(text, "done");
  assert.deepEqual(ran, [harmless]);
  assert.match(prompts[1] ?? "", /ran npm test/);
  assert.match(prompts[2] ?? "", /Denied: ./);
});
