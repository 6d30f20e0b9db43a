// The last word on a verdict that allows: whoever was stopped meanwhile is stopped. Nothing more is allowed to them.
import type { NewEntry } from "../../shared/audit.ts";
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Verdict } from "../../shared/verdict.ts";
import type { StandingFault } from "./decide.ts";
import { verdictEntry } from "./entries.ts";
import { overruled } from "./faults.ts";
import { impliedTools } from "./implied-tools.ts";
import { normalise } from "./normalise/index.ts";
import type { AgentDirectory, Ledger, World } from "./ports.ts";

export interface LastWordPorts {
  readonly agents: Pick<AgentDirectory, "standing">;
  readonly ledger: Ledger;
  readonly world: World;
}

export interface LastWord {
  /** Why the agent was stopped, or lost the tool; undefined when it was not. */
  readonly stopped: (intent: Intent, facts: Facts) => StandingFault | undefined;
  /** The verdict, or a denial where the agent was stopped while the model and the disk took their time. */
  readonly on: (intent: Intent, facts: Facts, verdict: Verdict) => Promise<Verdict>;
  /** True for an approval from before its agent was stopped or lost the tool: it is not given a second time. */
  readonly takesBack: (intent: Intent, verdict: Verdict) => boolean;
  /** A denial holds whether it can be recorded or not; the ledger's health is known elsewhere. */
  readonly record: (entry: NewEntry) => Promise<void>;
}

export function createLastWord({ agents, ledger, world }: LastWordPorts): LastWord {
  const stopped: LastWord["stopped"] = ({ agentDid }, facts) =>
    agents.standing(agentDid, [facts.givenTool, facts.tool, ...impliedTools(facts)]);

  async function record(entry: NewEntry): Promise<void> {
    try {
      await ledger.append([entry]);
    } catch {
      return;
    }
  }

  return {
    stopped,
    async on(intent, facts, verdict) {
      const fault = verdict.outcome === "DENIED" ? undefined : stopped(intent, facts);
      if (fault === undefined) return verdict;
      const final = overruled(verdict, fault.reason, fault.text);
      await record(verdictEntry(intent, { facts, marks: [] }, final, world.findSecrets));
      return final;
    },
    takesBack: (intent, { outcome }) =>
      outcome !== "DENIED" && intent.text === undefined && stopped(intent, normalise(intent, world)) !== undefined,
    record,
  };
}
