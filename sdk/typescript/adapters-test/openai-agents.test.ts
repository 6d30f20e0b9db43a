// OpenAI Agents SDK: the runner with a scripted model calls a governed tool, approved and denied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, type Model, Runner, setTracingDisabled, tool, Usage } from "@openai/agents";
import { z } from "zod";
import { governOpenAiTool } from "../src/adapters/index.ts";
import { dangerous, governor, harmless, workspace } from "./engine.ts";

test("a tool is asked about, runs when approved, and a denial reaches the model with its reason", async () => {
  setTracingDisabled(true);
  const client = await governor("openai-agents");
  const ran: string[] = [];
  const command = tool({
    name: "execute_command",
    description: "Runs a command.",
    parameters: z.object({ command: z.string() }),
    execute: async ({ command: words }) => {
      ran.push(words);
      return `ran ${words}`;
    },
  });
  const calls = [harmless, dangerous];
  const inputs: string[] = [];
  const model: Model = {
    getResponse: async ({ input }) => {
      inputs.push(JSON.stringify(input));
      const words = calls.shift();
      if (words === undefined) {
        const content = [{ type: "output_text" as const, text: "done" }];
        return { usage: new Usage(), output: [{ type: "message", role: "assistant", status: "completed", content }] };
      }
      const callId = `call-${calls.length}`;
      const call = { type: "function_call", callId, name: "execute_command", status: "completed" } as const;
      return { usage: new Usage(), output: [{ ...call, arguments: JSON.stringify({ command: words }) }] };
    },
    getStreamedResponse: () => {
      throw new Error("not used");
    },
  };
  const agent = new Agent({ name: "Robot", model, tools: [governOpenAiTool(client, command, { workspace })] });
  const { finalOutput } = await new Runner().run(agent, "go");
  assert.equal(finalOutput, "done");
  assert.deepEqual(ran, [harmless]);
  assert.match(inputs[1] ?? "", /ran npm test/);
  assert.match(inputs[2] ?? "", /Denied: ./);
});
