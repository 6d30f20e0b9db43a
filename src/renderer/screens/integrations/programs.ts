// Programs to paste: each asks this Gatehouse once, by one protocol in one language. A test runs every one as printed.
import { programs as labels } from "../../labels/integrations.ts";
import { a2ePrograms } from "./a2e-programs.ts";
import { pretty, python, script, type Snippet, type SnippetPlace, type SnippetProtocol } from "./program.ts";

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
      { protocol, language: "shell", run: labels.paste, text: curl(place, question) },
      // AOS is posted, and nothing else.
      ...(protocol === "aos"
        ? []
        : [{ protocol, language: "websocket", ...script("ask.mjs"), text: webSocket(place, question) } as const]),
      { protocol, language: "node", ...script("ask.mjs"), text: node(place, protocol, question) },
      { protocol, language: "python", ...python("ask.py"), text: pythonRequest(place, question) },
    ];
  });
  return [...rpc, ...a2ePrograms(place)];
}

function message({ method, params }: Question): object {
  return { jsonrpc: "2.0", id: 1, method, params };
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
  return `import { GovernanceClient } from "${sdk}";

const gatehouse = await GovernanceClient.connect("${place.ws}", {
  agentDid: "${agentDid}",${token}
});
const verdict = await gatehouse.requestIntent({
  tool: "execute_command",
  arguments: { command: "npm test" },
  reasoning: "Check the change",
});
console.log(verdict.verdict);
// Run it only if that says APPROVED; then report how it went.
if (verdict.approved) await gatehouse.report(verdict.intentId, "SUCCESS");
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
