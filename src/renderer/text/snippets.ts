// Programs to paste: each asks this Gatehouse once, by one protocol in one language. A test runs every one as printed.

export const snippetProtocols = ["a2g", "aeon", "aos", "a2e"] as const;
export type SnippetProtocol = (typeof snippetProtocols)[number];
export const snippetLanguages = ["shell", "websocket", "node", "python"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** Where this Gatehouse is, and what it asks for. */
export interface SnippetPlace {
  readonly http: string;
  readonly ws: string;
  /** "tcp://127.0.0.1:3001" */
  readonly a2e?: string | undefined;
  /** A token is demanded; programs take it from GATEHOUSE_TOKEN, so that it stands in no file. */
  readonly token: boolean;
  /** The address of the client library, where it is on this machine. */
  readonly sdk?: string | undefined;
}

export interface Snippet {
  readonly protocol: SnippetProtocol;
  readonly language: SnippetLanguage;
  /** What to call the file it is saved in; absent for a line of the terminal. */
  readonly file?: string;
  /** How it is run. */
  readonly run: string;
  readonly text: string;
}

const agentDid = "did:aeon:my-agent:1.0:dev";

const intent = {
  agent_did: agentDid,
  intent_id: "my-agent-1",
  tool: "execute_command",
  arguments: { command: "npm test" },
  context: { session_id: "s1", reasoning: "Check the change" },
};

const call = { name: "execute_command", arguments: { command: "echo ahoy" }, agent_did: agentDid };

const step = {
  context: {
    agent: {
      id: "my-agent",
      name: "My agent",
      instructions: "You write code.",
      version: "1.0",
      provider: { name: "Example", url: "https://example.org" },
    },
    session: { id: "s1" },
    turnId: "t1",
    stepId: "p1",
    timestamp: "2026-03-02T09:15:00Z",
  },
  message: { id: "m1", role: "user", content: [{ kind: "text", text: "Run the tests, please." }] },
};

/** What each protocol's program asks, where, and which part of the answer it prints. */
const questions = {
  a2g: { path: "/rpc", method: "a2g/intent", params: intent, script: ".verdict", python: '["verdict"]' },
  aeon: {
    path: "/rpc",
    method: "tools/call",
    params: call,
    script: ".content[0].text",
    python: '["content"][0]["text"]',
  },
  aos: { path: "/aos", method: "steps/message", params: step, script: ".decision", python: '["decision"]' },
} as const;

type Question = (typeof questions)[keyof typeof questions];

export function snippetsOf(place: SnippetPlace): readonly Snippet[] {
  const rpc = (["a2g", "aeon", "aos"] as const).flatMap((protocol): readonly Snippet[] => {
    const question = questions[protocol];
    return [
      { protocol, language: "shell", run: "Paste it into a terminal.", text: curl(place, question) },
      // AOS is posted, and nothing else.
      ...(protocol === "aos"
        ? []
        : [{ protocol, language: "websocket", ...script("ask.mjs"), text: webSocket(place, question) } as const]),
      { protocol, language: "node", ...script("ask.mjs"), text: node(place, protocol, question) },
      { protocol, language: "python", ...python("ask.py"), text: pythonRequest(place, question) },
    ];
  });
  return [...rpc, ...lines(place)];
}

function script(file: string) {
  return { file, run: `Save it as ${file} and run: node ${file} (Node 22 or newer)` };
}

function python(file: string) {
  return { file, run: `Save it as ${file} and run: python3 ${file}` };
}

function message({ method, params }: Question): object {
  return { jsonrpc: "2.0", id: 1, method, params };
}

/** JSON in lines, as a person would write it in a program. */
function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function curl(place: SnippetPlace, question: Question): string {
  const token = place.token ? ' \\\n  -H "Authorization: Bearer $GATEHOUSE_TOKEN"' : "";
  return `curl -s ${place.http}${question.path} -H 'Content-Type: application/json'${token} \\\n  -d '${pretty(message(question))}'\n`;
}

function webSocket(place: SnippetPlace, question: Question): string {
  const options = place.token ? ", {\n  headers: { Authorization: `Bearer ${process.env.GATEHOUSE_TOKEN}` },\n}" : "";
  return `// The connection stays open: Gatehouse sends policies, answers of a human and revocations on it.
const socket = new WebSocket("${place.ws}"${options});
const message = ${pretty(message(question))};

socket.onopen = () => socket.send(JSON.stringify(message));
socket.onmessage = ({ data }) => {
  const answer = JSON.parse(data);
  if (answer.id !== message.id) return;
  console.log(answer.error?.message ?? answer.result${question.script});
  socket.close();
};
`;
}

function node(place: SnippetPlace, protocol: SnippetProtocol, question: Question): string {
  return protocol === "a2g" && place.sdk !== undefined ? withSdk(place, place.sdk) : withFetch(place, question);
}

function withSdk(place: SnippetPlace, sdk: string): string {
  const token = place.token ? "\n  token: process.env.GATEHOUSE_TOKEN," : "";
  return `import { connect } from "${sdk}";

const gatehouse = await connect("${place.ws}", {
  agentDid: "${agentDid}",${token}
});
const decision = await gatehouse.requestIntent({
  tool: "execute_command",
  arguments: { command: "npm test" },
  reasoning: "Check the change",
});
console.log(decision.verdict);
// Run it only if that says APPROVED; then report how it went.
if (decision.verdict === "APPROVED") await gatehouse.report(decision.intentId, "SUCCESS");
gatehouse.close();
`;
}

function withFetch(place: SnippetPlace, question: Question): string {
  const token = place.token ? "\n    Authorization: `Bearer ${process.env.GATEHOUSE_TOKEN}`," : "";
  return `const response = await fetch("${place.http}${question.path}", {
  method: "POST",
  headers: {
    "Content-Type": "application/json",${token}
  },
  body: JSON.stringify(${pretty(message(question)).replaceAll("\n", "\n  ")}),
});
const { result, error } = await response.json();
console.log(error?.message ?? result${question.script});
`;
}

function pythonRequest(place: SnippetPlace, question: Question): string {
  const token = place.token ? '\n    "Authorization": "Bearer " + os.environ["GATEHOUSE_TOKEN"],' : "";
  return `import json
import os
import urllib.request

message = ${pretty(message(question))}
headers = {
    "Content-Type": "application/json",${token}
}
body = json.dumps(message).encode()
request = urllib.request.Request("${place.http}${question.path}", body, headers)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
if "error" in answer:
    raise SystemExit(answer["error"]["message"])
print(answer["result"]${question.python})
`;
}

const nodeImports = [
  'import { createConnection } from "node:net";',
  'import { createInterface } from "node:readline";',
];

/** A2E speaks in lines over a socket, so its programs are of their own kind. */
function lines({ a2e, token }: SnippetPlace): readonly Snippet[] {
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
