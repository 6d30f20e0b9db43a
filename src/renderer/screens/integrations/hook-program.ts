// The hook program: asks Gatehouse before an agent runs a tool.
import type { SnippetPlace } from "./program.ts";

/**
 * A program for agents that run one before each tool call: it reads {tool_name, tool_input} from standard input, and ends
 * with 2 and a reason when the answer is no.
 */
export function hookProgram({ http, token }: SnippetPlace): string {
  const authorization = token ? '\n    "Authorization": "Bearer " + os.environ["GATEHOUSE_TOKEN"],' : "";
  return `#!/usr/bin/env python3
# Asks Gatehouse before a tool runs. Ends with 2 when it may not, which stops the tool.
import json
import os
import sys
import urllib.request
import uuid

call = json.load(sys.stdin)
message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "a2g/intent",
    "params": {
        "agent_did": "did:aeon:hooked-agent:1.0:dev",
        "intent_id": str(uuid.uuid4()),
        "tool": call["tool_name"],
        "arguments": call.get("tool_input", {}),
        "context": {
            "session_id": call.get("session_id", "hook"),
            "working_directory": call.get("cwd", os.getcwd()),
            "wait_ms": 300000,
        },
    },
}
headers = {
    "Content-Type": "application/json",${authorization}
}
try:
    request = urllib.request.Request("${http}/rpc", json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=310) as response:
        answer = json.load(response)
except OSError as error:
    print(f"Gatehouse does not answer, so the tool may not run: {error}", file=sys.stderr)
    raise SystemExit(2)
result = answer.get("result", {})
if result.get("verdict") != "APPROVED":
    reason = result.get("reasoning") or answer.get("error", {}).get("message", "no answer")
    print(f"Gatehouse: {reason}", file=sys.stderr)
    raise SystemExit(2)
`;
}
