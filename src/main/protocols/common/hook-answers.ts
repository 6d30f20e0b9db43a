// What a human has allowed through an agent's hook, for the gateway in front of the MCP server that the call goes to: nobody is asked
// twice. Each answer is for one call with these arguments, from the same process of the agent, and only for a moment.
import { canonicalJson } from "../../engine/intents/digests.ts";
import type { Clock, Sha256 } from "../../engine/ports.ts";
import type { EarlierAnswer } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import { minute } from "../../../shared/lib/clock.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { agentLineage } from "../../../shared/local/agent-process.ts";
import type { Peer } from "../../../shared/local/peer.ts";

const mostRemembered = 1000;
/** Agents make a call as soon as it is allowed; some start the server first. */
const lifetime = minute;

export interface AnsweredCall {
  readonly peer: Peer;
  /** "mcp__files__write_file" */
  readonly tool: string;
  readonly arguments: JsonObject;
}

interface Given {
  readonly answer: EarlierAnswer;
  readonly until: number;
}

export interface HookAnswers {
  /** `question` is the verdict by which a human was asked just now; absent where a grant answered. */
  readonly remember: (call: AnsweredCall, agentDid: string, verdict: Verdict, question: Verdict | undefined) => void;
  /** The answer to this call; it is gone afterwards. */
  readonly take: (call: AnsweredCall) => EarlierAnswer | undefined;
}

export function createHookAnswers({ clock, sha256 }: { readonly clock: Clock; readonly sha256: Sha256 }): HookAnswers {
  const given = new BoundedMap<string, readonly Given[]>(mostRemembered);

  /** Undefined where the agent's process is not known: then everybody is a stranger. */
  function keyOf({ peer, tool, arguments: input }: AnsweredCall): string | undefined {
    const [agent] = agentLineage(peer);
    if (agent === undefined || !tool.startsWith("mcp__")) return undefined;
    return sha256(canonicalJson([peer.uid ?? null, agent.pid, agent.startedAt, plainName(tool), input]));
  }

  return {
    remember(call, agentDid, { intentId, decider, risk }, question) {
      if (decider !== "human" && decider !== "grant") return;
      const key = keyOf(call);
      if (key === undefined) return;
      const rule = question?.rule;
      const findings = risk.findings.map(({ id }) => id);
      const answer = { agentDid, intentId, ...(rule === undefined ? {} : { rule }), findings, score: risk.score };
      given.set(key, [...(given.get(key) ?? []), { answer, until: clock.now() + lifetime }]);
    },
    take(call) {
      const key = keyOf(call);
      if (key === undefined) return undefined;
      const now = clock.now();
      const [first, ...rest] = (given.get(key) ?? []).filter(({ until }) => now < until);
      if (rest.length === 0) given.delete(key);
      else given.set(key, rest);
      return first?.answer;
    },
  };
}

/** Agents replace what a model may not have in the name of a tool. */
function plainName(tool: string): string {
  return tool.replaceAll(/[^\w-]/g, "_");
}
