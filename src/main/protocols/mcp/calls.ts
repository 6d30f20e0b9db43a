// A call before it is made: its definition must be the accepted one, then it is an intent like any other.
import type { Engine } from "../../engine/engine.ts";
import type { Clock } from "../../engine/ports.ts";
import { severity } from "../../engine/risk/bands.ts";
import type { EarlierAnswer, Intent } from "../../../shared/domain/intent.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import type { HookAnswers } from "../common/hook-answers.ts";
import type { RepeatedCalls } from "../common/repeated-calls.ts";
import { type Asking, type DigestOf, pinOwner } from "./asking.ts";
import { decisionOf } from "./decision.ts";
import { annotationsOf, pinnedTool } from "./definition.ts";
import type { McpCall } from "./messages.ts";
import type { Pins } from "./pins.ts";

export interface CallPorts {
  readonly clock: Clock;
  readonly engine: Pick<Engine, "settled">;
  readonly answers: Pick<HookAnswers, "take">;
  readonly calls: RepeatedCalls;
  readonly pins: Pins;
  readonly digestOf: DigestOf;
}

const longestDescription = 4000;

export async function judgeCall(ports: CallPorts, asking: Asking, event: McpCall): Promise<JsonObject> {
  const { clock, calls, pins, digestOf } = ports;
  const { caller } = asking;
  const until = clock.now() + event.wait_ms;
  if (event.definition !== undefined) {
    const withheld = await pins.check(pinOwner(asking, digestOf), [event.definition], event.wait_ms, caller.gone);
    const [reason] = withheld.values();
    if (reason !== undefined) return { decision: "deny", reason };
  }
  const intent = intentOf(asking, event, digestOf);
  const key = digestOf([asking.agentDid, intent.tool, event.arguments]);
  const answered = await answeredBefore(ports, asking, event);
  const proposed = answered === undefined ? intent : { ...intent, answered };
  const answer = await calls.ask(proposed, key, Math.max(0, until - clock.now()), caller.gone);
  if (answer.kind === "refused") return { decision: "deny", reason: answer.reason };
  if (answer.kind === "waiting") return { decision: "wait", intent_id: answer.intentId };
  return { ...decisionOf(answer.verdict, event.arguments), intent_id: answer.intentId };
}

/** What a human said about this call when the agent's hook asked, unless it was undone meanwhile. */
async function answeredBefore(
  { answers, clock, engine }: CallPorts,
  { caller }: Asking,
  { server, tool, arguments: input }: McpCall,
): Promise<EarlierAnswer | undefined> {
  const answer = answers.take({ peer: caller.peer, server: server.name, tool, arguments: input });
  if (answer === undefined) return undefined;
  const verdict = await engine.settled(answer.agentDid, answer.intentId, 0);
  const stands = verdict?.outcome === "APPROVED" || verdict?.outcome === "CONDITIONAL";
  return stands && clock.now() < verdict.expiresAt ? answer : undefined;
}

function intentOf({ agentDid, caller, context }: Asking, event: McpCall, digestOf: DigestOf): Omit<Intent, "intentId"> {
  const { definition, server } = event;
  const intent = {
    agentDid,
    // As agents that call MCP tools themselves name them, so that one rule is for both.
    tool: `mcp__${server.name}__${event.tool}`,
    arguments: event.arguments,
    context,
    protocol: "mcp",
    peerKey: peerKey(caller.peer),
  } as const;
  if (definition === undefined) return { ...intent, findings: [unlisted(event)] };
  const { description } = definition;
  return {
    ...intent,
    definition: {
      server: server.name,
      ...(description === undefined ? {} : { description: description.slice(0, longestDescription) }),
      annotations: annotationsOf(definition),
      digest: digestOf(pinnedTool(definition)),
    },
  };
}

function unlisted({ tool, server }: McpCall): Finding {
  return {
    id: "undeclared-tool",
    score: severity.warn,
    threat: "Undeclared tool",
    reason: `${server.name} does not list a tool ${JSON.stringify(tool.slice(0, 120))}`,
  };
}
