// LangChain: tool calls of a scripted chat model are given to a governed tool, approved and denied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { z } from "zod";
import { governLangChainTool } from "../src/adapters/index.ts";
import { dangerous, governor, harmless, workspace } from "./engine.ts";

test("a tool is asked about, runs when approved, and a denial reaches the model with its reason", async () => {
  const client = await governor("langchain");
  const ran: string[] = [];
  const plain = tool(
    async ({ command }: { readonly command: string }) => {
      ran.push(command);
      return `ran ${command}`;
    },
    { name: "execute_command", description: "Runs a command.", schema: z.object({ command: z.string() }) },
  );
  const governed = governLangChainTool(client, plain, { workspace });
  assert.equal(governed.constructor, plain.constructor);
  const model = new FakeListChatModel({ responses: [harmless, dangerous] });
  const contents: string[] = [];
  for (const id of ["first", "second"]) {
    const command = String((await model.invoke("go")).content);
    const call = { type: "tool_call" as const, id, name: "execute_command", args: { command } };
    const message = new AIMessage({ content: "", tool_calls: [call] });
    for (const each of message.tool_calls ?? []) {
      const answer = await governed.invoke({ ...each, type: "tool_call" });
      contents.push(String(answer.content));
    }
  }
  assert.deepEqual(ran, [harmless]);
  assert.equal(contents[0], "ran npm test");
  assert.match(contents[1] ?? "", /^Denied: ./);
});
