// Programs to paste for A2E, which uses lines over a socket.
import { pretty, python, script, type Snippet, type SnippetPlace } from "./program.ts";

const nodeImports = [
  'import { createConnection } from "node:net";',
  'import { createInterface } from "node:readline";',
];

/** None while A2E is off. */
export function a2ePrograms({ a2e, token }: SnippetPlace): readonly Snippet[] {
  if (a2e === undefined || a2e === "") return [];
  const { hostname, port } = new URL(a2e.replace(/^tcp:/, "http:"));
  const hello = {
    a2e: "1.0",
    type: "handshake/req",
    id: "1",
    ts: 1_763_251_200,
    agent_id: "my-agent",
    agent_caps: ["tools"],
  };
  const ask = {
    a2e: "1.0",
    type: "tool/call/req",
    id: "2",
    ts: 1_763_251_201,
    session_id: "",
    tool_name: "execute_command",
    arguments: { command: "echo ahoy" },
  };
  const nodeToken = token ? "\nhello.auth_token = process.env.GATEHOUSE_TOKEN;" : "";
  const pythonToken = token ? '\nhello["auth_token"] = os.environ["GATEHOUSE_TOKEN"]' : "";
  return [
    {
      protocol: "a2e",
      language: "node",
      ...script("ask.mjs"),
      text: `${nodeImports.join("\n")}

const hello = ${pretty(hello)};${nodeToken}
const ask = ${pretty(ask)};

const socket = createConnection(${port}, "${hostname}");
socket.write(\`\${JSON.stringify(hello)}\\n\${JSON.stringify(ask)}\\n\`);
for await (const line of createInterface({ input: socket })) {
  const answer = JSON.parse(line);
  if (answer.type !== "tool/call/resp") continue;
  console.log(answer.data.error ?? answer.data.data.output);
  break;
}
socket.destroy();
`,
    },
    {
      protocol: "a2e",
      language: "python",
      ...python("ask.py"),
      text: `import json
import os
import socket

hello = ${pretty(hello)}${pythonToken}
ask = ${pretty(ask)}

with socket.create_connection(("${hostname}", ${port})) as stream:
    lines = stream.makefile("rw", encoding="utf-8")
    for message in (hello, ask):
        lines.write(json.dumps(message) + "\\n")
    lines.flush()
    for line in lines:
        answer = json.loads(line)
        if answer["type"] == "tool/call/resp":
            print(answer["data"].get("error") or answer["data"]["data"]["output"])
            break
`,
    },
  ];
}
