// gatehouse a2e: A2E on standard input and output, joined to a running engine.
import { expect, test } from "vitest";
import { ended, startCommand } from "../support/process/command.ts";
import { startGatehouse } from "../support/engine/gatehouse.ts";

test("what was asked before the end of input is answered", async () => {
  const gatehouse = await startGatehouse();
  const child = startCommand(["a2e", "--data-dir", gatehouse.address.dataDirectory]);
  const messages = [
    { type: "handshake/req", agent_id: "piped", agent_caps: ["tools"] },
    { type: "tool/call/req", session_id: "", tool_name: "execute_command", arguments: { command: "echo ahoy" } },
  ];
  for (const [index, message] of messages.entries()) {
    child.stdin.write(`${JSON.stringify({ a2e: "1.0", id: `m${index}`, ts: 1, ...message })}\n`);
  }
  child.stdin.end();
  const { code, stdout } = await ended(child);
  expect(code).toBe(0);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(answers).toMatchObject([
    { type: "handshake/resp", req_id: "m0", ok: true },
    { type: "tool/call/resp", req_id: "m1", data: { success: true, data: { output: "ahoy\n" } } },
  ]);
});
