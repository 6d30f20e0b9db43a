// Vectors of reconnects: what a client and the engine send, frame by frame, while connections are lost.
import { directiveMessage, notification, policyMessage } from "../../../src/main/protocols/a2g/wire.ts";
import { response } from "./answers.ts";
import { agentDid, directives, proposed, verdicts } from "./verdicts.ts";

const policy = policyMessage(agentDid, {
  version: "1",
  constitutionHash: "sha256:ab",
  capabilities: { tools: {}, network: {}, resources: {} },
});

const registerParams = { agent_did: agentDid, metadata: { name: "Kimi" } };
const intentParams = { agent_did: agentDid, intent_id: "i-1", tool: "write_file", arguments: proposed, context: {} };
const reportParams = { agent_did: agentDid, intent_id: "i-1", status: "SUCCESS" };

/** The client calls; nobody waits for the outcome yet. */
const call = (as: string, name: string, options: object = {}) => ({ do: "call", as, call: name, options });
/** The client must send this now; its id is remembered under the name. */
const sends = (as: string, method: string, params: object) => ({ do: "expect", as, method, params });
/** The server answers the request of that name. */
const answers = (to: string, members: object) => ({ do: "answer", to, ...members });
const returns = (as: string, members: object) => ({ do: "return", as, ...members });
const accepts = { do: "accept" };
const drops = { do: "drop" };

function verdictMembers(verdict: Parameters<typeof response>[0]) {
  const { jsonrpc: _jsonrpc, id: _id, ...members } = response(verdict);
  return members;
}

const registered = [
  call("r", "register", { name: "Kimi", extensions: [] }),
  accepts,
  sends("register", "a2g/register", registerParams),
  answers("register", { result: policy }),
  returns("r", { version: "1" }),
];
const again = [
  accepts,
  sends("register again", "a2g/register", registerParams),
  answers("register again", { result: policy }),
];
const asks = call("v", "request_intent", { intent_id: "i-1", tool: "write_file", arguments: proposed });
const expired = { error: { code: -32_004, message: "The session has expired.", data: { reason: "session_expired" } } };
const approve = notification(
  "g2a/directive",
  directiveMessage(directives.approve.directive, directives.approve.verdict),
);

const scripts = [
  {
    name: "the connection is lost before the verdict",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      drops,
      ...again,
      sends("intent again", "a2g/intent", intentParams),
      answers("intent again", verdictMembers(verdicts.approved)),
      returns("v", { approved: true, verdict: "APPROVED" }),
    ],
  },
  {
    name: "the connection is lost before the report is acknowledged",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      answers("intent", verdictMembers(verdicts.approved)),
      returns("v", { approved: true }),
      call("done", "report", { intent_id: "i-1", status: "SUCCESS" }),
      sends("report", "a2g/report", reportParams),
      drops,
      ...again,
      sends("report again", "a2g/report", reportParams),
      answers("report again", { result: { acknowledged: true, intent_id: "i-1" } }),
      returns("done", { late: false, violation: false }),
    ],
  },
  {
    name: "the connection is lost while a human is asked",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      answers("intent", verdictMembers(verdicts.escalated)),
      drops,
      ...again,
      sends("await", "a2g/await", { agent_did: agentDid, intent_id: "i-1", timeout_ms: 25_000 }),
      answers("await", verdictMembers(verdicts.denied)),
      returns("v", { approved: false, verdict: "DENIED" }),
    ],
  },
  {
    name: "a directive is the answer",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      answers("intent", verdictMembers(verdicts.escalated)),
      { do: "push", message: approve },
      returns("v", { approved: true, verdict: "APPROVED", reason: "Go ahead." }),
    ],
  },
  {
    name: "a directive that overtakes the verdict is not lost",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      { do: "push", message: approve },
      answers("intent", verdictMembers(verdicts.escalated)),
      returns("v", { approved: true, verdict: "APPROVED" }),
    ],
  },
  {
    name: "two requests are unanswered, and come again in their order",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      call("w", "request_intent", { intent_id: "i-2", tool: "read_file", arguments: {} }),
      sends("second", "a2g/intent", {
        agent_did: agentDid,
        intent_id: "i-2",
        tool: "read_file",
        arguments: {},
        context: {},
      }),
      drops,
      ...again,
      sends("intent again", "a2g/intent", intentParams),
      sends("second again", "a2g/intent", {
        agent_did: agentDid,
        intent_id: "i-2",
        tool: "read_file",
        arguments: {},
        context: {},
      }),
      answers("second again", {
        error: { code: -32_000, message: "Policy violation: no", data: { intent_id: "i-2" } },
      }),
      answers("intent again", verdictMembers(verdicts.approved)),
      returns("w", { approved: false }),
      returns("v", { approved: true }),
    ],
  },
  {
    name: "a second answer and answers for other ids are ignored",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      { do: "push", message: { jsonrpc: "2.0", id: 999_999, ...verdictMembers(verdicts.approved) } },
      answers("intent", verdictMembers(verdicts.risky)),
      answers("intent", verdictMembers(verdicts.approved)),
      returns("v", { approved: false, verdict: "DENIED" }),
    ],
  },
  {
    name: "an expired session is renewed and the request repeated",
    steps: [
      ...registered,
      asks,
      sends("intent", "a2g/intent", intentParams),
      answers("intent", expired),
      sends("register again", "a2g/register", registerParams),
      answers("register again", { result: policy }),
      sends("intent again", "a2g/intent", intentParams),
      answers("intent again", verdictMembers(verdicts.approved)),
      returns("v", { approved: true }),
    ],
  },
  {
    name: "a client that never registered does not register",
    steps: [
      asks,
      accepts,
      sends("intent", "a2g/intent", intentParams),
      drops,
      accepts,
      sends("intent again", "a2g/intent", intentParams),
      answers("intent again", verdictMembers(verdicts.approved)),
      returns("v", { approved: true }),
    ],
  },
];

export function reconnectVectors() {
  return {
    about:
      "Played over a WebSocket with a client of this agent_did, no key, no heartbeats, timeout 5 s. Steps: call starts a call of the client; accept takes its next connection; expect compares its next frame (id aside); answer replies to that frame; push sends a message; drop cuts the connection; return awaits the call and compares the members named.",
    agent_did: agentDid,
    scripts,
  };
}
