// What came back: the report on the call, and its texts as somebody else's words. What gives orders is cut out, or kept back.
import type { Engine } from "../../engine/engine.ts";
import type { Identifiers } from "../../engine/ports.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import type { Asking } from "./asking.ts";
import { decisionOf } from "./decision.ts";
import type { McpResult } from "./messages.ts";

export interface ResultPorts {
  readonly engine: Engine;
  readonly identifiers: Identifiers;
  readonly note: (agentDid: string, name: string, detail: JsonObject) => Promise<void>;
}

const keptOutput = 2000;

export async function assessResult(ports: ResultPorts, asking: Asking, event: McpResult): Promise<JsonObject> {
  const { engine, identifiers } = ports;
  const { agentDid, caller, context } = asking;
  const { method, subject, texts, intent_id: call } = event;
  // Begun first, so that it comes first in the ledger, and written in one go with the verdict on the text.
  const reported =
    call === undefined
      ? undefined
      : engine.reports.take({
          agentDid,
          intentId: call,
          status: event.failed ? "FAILURE" : "SUCCESS",
          result: { output: Object.values(texts).join("\n").slice(-keptOutput) },
          metrics: { duration_ms: event.duration_ms },
        });
  const text = Object.values(texts).join(" ").replaceAll(/\s+/gu, " ").trim();
  if (text === "") {
    // Pictures and the like: there is nothing to read in them, but that they came is on record.
    if (reported === undefined) await ports.note(agentDid, `${method} ${subject}`, { method, subject });
    else await reported;
    return { decision: "allow" };
  }
  const submitting = engine.submit({
    intentId: `mcp-${identifiers.next()}`,
    agentDid,
    tool: `mcp/${method}`,
    arguments: texts,
    context: { ...context, ...(call === undefined ? {} : { parentIntent: call }) },
    protocol: "mcp",
    peerKey: peerKey(caller.peer),
    text: { title: `${subject} of ${event.server.name}: ${text.slice(0, 160)}`, origin: "foreign", changeable: true },
  });
  const [submitted] = await Promise.all([submitting, reported]);
  if (!submitted.ok) return { decision: "deny", reason: submitted.error };
  return decisionOf(await settled(engine, asking, submitted.value, event.wait_ms), texts);
}

/** A result cannot be asked for again without running the tool again: what nobody answered in time is kept back. */
async function settled(
  engine: Engine,
  { agentDid, caller }: Asking,
  verdict: Verdict,
  waitMs: number,
): Promise<Verdict> {
  if (verdict.outcome !== "ESCALATE") return verdict;
  const { intentId } = verdict;
  const final = await engine.settled(agentDid, intentId, waitMs, caller.gone);
  if (final !== undefined && final.outcome !== "ESCALATE") return final;
  const why = "No human answered while the client could wait, so it was kept back.";
  await engine.approvals.giveUp(agentDid, intentId, caller.gone.aborted ? "agent_gone" : "timeout", why);
  return (await engine.settled(agentDid, intentId, 0)) ?? verdict;
}
