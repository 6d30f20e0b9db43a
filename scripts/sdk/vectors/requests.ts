// Vectors of requests: a call of the client, and the message it must send.
import { canonical } from "../../../src/shared/lib/canonical.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { agentDid, proposed } from "./verdicts.ts";

interface Call {
  readonly name: string;
  /** The client's method and its options, as the wire spells them. */
  readonly call: string;
  readonly options: JsonObject;
  readonly method: string;
  readonly params: JsonObject;
}

const calls: readonly Call[] = [
  {
    name: "register with nothing",
    call: "register",
    options: { extensions: [] },
    method: "a2g/register",
    params: { agent_did: agentDid, metadata: {} },
  },
  {
    name: "register with everything",
    call: "register",
    options: {
      capabilities: ["write_file", "read_file"],
      name: "Kimi",
      version: "1.0.0",
      runtime: "wasm32-wasip1",
      extensions: ["a2g/delegate", "a2g/escalate", "g2a/quota"],
    },
    method: "a2g/register",
    params: {
      agent_did: agentDid,
      capabilities_requested: ["write_file", "read_file"],
      extensions: ["a2g/delegate", "a2g/escalate", "g2a/quota"],
      metadata: { name: "Kimi", version: "1.0.0", runtime: "wasm32-wasip1" },
    },
  },
  {
    name: "an intent",
    call: "request_intent",
    options: { intent_id: "i-1", tool: "write_file", arguments: proposed },
    method: "a2g/intent",
    params: { agent_did: agentDid, intent_id: "i-1", tool: "write_file", arguments: proposed, context: {} },
  },
  {
    name: "an intent with its context",
    call: "request_intent",
    options: {
      intent_id: "i-2",
      tool: "execute_command",
      arguments: { command: "npm test" },
      session_id: "s-1",
      parent_intent: "i-1",
      reasoning: "Check the change",
      working_directory: "/home/dev/shop",
      workspace: "/home/dev",
    },
    method: "a2g/intent",
    params: {
      agent_did: agentDid,
      intent_id: "i-2",
      tool: "execute_command",
      arguments: { command: "npm test" },
      context: {
        session_id: "s-1",
        parent_intent: "i-1",
        reasoning: "Check the change",
        working_directory: "/home/dev/shop",
        workspace: "/home/dev",
      },
    },
  },
  {
    name: "await",
    call: "await",
    options: { intent_id: "i-1", timeout_ms: 25_000 },
    method: "a2g/await",
    params: { agent_did: agentDid, intent_id: "i-1", timeout_ms: 25_000 },
  },
  {
    name: "a report",
    call: "report",
    options: { intent_id: "i-1", status: "SUCCESS" },
    method: "a2g/report",
    params: { agent_did: agentDid, intent_id: "i-1", status: "SUCCESS" },
  },
  {
    name: "a report with result and metrics",
    call: "report",
    options: { intent_id: "i-1", status: "FAILURE", result: { error: "no space" }, metrics: { duration_ms: 45 } },
    method: "a2g/report",
    params: {
      agent_did: agentDid,
      intent_id: "i-1",
      status: "FAILURE",
      result: { error: "no space" },
      metrics: { duration_ms: 45 },
    },
  },
  {
    name: "a heartbeat",
    call: "heartbeat",
    options: {},
    method: "a2g/heartbeat",
    params: { agent_did: agentDid },
  },
  {
    name: "a heartbeat with status and load",
    call: "heartbeat",
    options: { status: "idle", load: 0.1 },
    method: "a2g/heartbeat",
    params: { agent_did: agentDid, status: "idle", load: 0.1 },
  },
];

export function requestVectors() {
  return {
    about:
      "A client with this agent_did, no key and no heartbeats sends request for the call. id is whatever the client counts; canonical is the canonical JSON of the request with id 1.",
    agent_did: agentDid,
    cases: calls.map(({ name, call, options, method, params }) => {
      const request = { jsonrpc: "2.0", method, params, id: 1 };
      return { name, call, options, request, canonical: canonical(request) };
    }),
  };
}
