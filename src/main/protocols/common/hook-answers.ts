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

interface Call {
  readonly peer: Peer;
  readonly arguments: JsonObject;
}

export interface HookCall extends Call {
  /** As the agent calls it: "mcp__files__write_file", "mcp_files_write_file", "files-write_file" … */
  readonly tool: string;
}

export interface GatewayCall extends Call {
  readonly server: string;
  readonly tool: string;
}

interface Given {
  readonly tool: string;
  readonly answer: EarlierAnswer;
  readonly until: number;
}

export interface HookAnswers {
  /** `question` is the verdict by which a human was asked just now; absent where a grant answered. */
  readonly remember: (call: HookCall, agentDid: string, verdict: Verdict, question: Verdict | undefined) => void;
  /** The answer to this call; it is gone afterwards. */
  readonly take: (call: GatewayCall) => EarlierAnswer | undefined;
}

export function createHookAnswers({ clock, sha256 }: { readonly clock: Clock; readonly sha256: Sha256 }): HookAnswers {
  const given = new BoundedMap<string, readonly Given[]>(mostRemembered);

  /** Undefined where the agent's process is not known: then everybody is a stranger. */
  function keyOf({ peer, arguments: input }: Call): string | undefined {
    const [agent] = agentLineage(peer);
    if (agent === undefined) return undefined;
    return sha256(canonicalJson([peer.uid ?? null, agent.pid, agent.startedAt, input]));
  }

  return {
    remember(call, agentDid, { intentId, decider, risk }, question) {
      if (decider !== "human" && decider !== "grant") return;
      const key = keyOf(call);
      if (key === undefined) return;
      const rule = question?.rule;
      const findings = risk.findings.map(({ id }) => id);
      const answer = { agentDid, intentId, ...(rule === undefined ? {} : { rule }), findings, score: risk.score };
      given.set(key, [...(given.get(key) ?? []), { tool: call.tool, answer, until: clock.now() + lifetime }]);
    },
    take(call) {
      const key = keyOf(call);
      if (key === undefined) return undefined;
      const now = clock.now();
      const fresh = (given.get(key) ?? []).filter(({ until }) => now < until);
      const found = fresh.find(({ tool }) => isNameOf(tool, call));
      const rest = fresh.filter((each) => each !== found);
      if (rest.length === 0) given.delete(key);
      else given.set(key, rest);
      return found?.answer;
    },
  };
}

/**
 * Every agent makes one name of server and tool in its own way: other separators, with "mcp" before them or without, and with
 * whatever it puts in the place of characters that a model may not have in a name. Letters and digits stay, in this order.
 */
function isNameOf(given: string, { server, tool }: GatewayCall): boolean {
  const name = `${lettersOf(server)}${lettersOf(tool)}`;
  const plain = lettersOf(given);
  // A server without a letter would leave the tool's own name, which may be that of something else.
  return lettersOf(server) !== "" && (plain === name || plain === `mcp${name}`);
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
}
