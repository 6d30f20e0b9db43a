// Mastra: an agent with a scripted model calls a governed tool: approved, denied, and changed by a human.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { governMastraTool } from "../src/adapters/index.ts";
import { asks, dangerous, governedAgent, harmless, workspace } from "./engine.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Calls the tool with each command in turn, then says that it is done. */
function scripted(commands: readonly string[], prompts: string[]): MockLanguageModelV3 {
  const left = [...commands];
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      prompts.push(JSON.stringify(prompt));
      const command = left.shift();
      if (command === undefined) {
        const content = [{ type: "text" as const, text: "done" }];
        return { content, finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] };
      }
      const call = { type: "tool-call" as const, toolCallId: `call-${left.length}`, toolName: "execute_command" };
      const content = [{ ...call, input: JSON.stringify({ command }) }];
      return { content, finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
    },
  });
}

test("a tool is asked about, a denial reaches the model, changed arguments are used, results are reported", async () => {
  const { client, human, reports } = await governedAgent("mastra");
  const ran: string[] = [];
  const plain = createTool({
    id: "execute_command",
    description: "Runs a command.",
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const governed = governMastraTool(client, plain, { workspace });
  assert.equal(governed.constructor, plain.constructor);
  const prompts: string[] = [];
  const model = scripted([harmless, dangerous, asks, asks], prompts);
  const agent = new Agent({
    id: "robot",
    name: "Robot",
    instructions: "Work.",
    model,
    tools: { execute_command: governed },
  });
  const answer = agent.generate("go", { maxSteps: 6 });
  await human("approve", { arguments: { command: "git push origin main" } });
  await human("deny", { reason: "use staging" });
  assert.equal((await answer).text, "done");
  assert.deepEqual(ran, [harmless, "git push origin main"]);
  assert.match(prompts[1] ?? "", /ran npm test/);
  assert.match(prompts[2] ?? "", /Denied: ./);
  assert.match(prompts[3] ?? "", /ran git push origin main/);
  assert.match(prompts[4] ?? "", /Denied: .*use staging/);
  assert.deepEqual(await reports(), ["SUCCESS", "SUCCESS"]);
});
