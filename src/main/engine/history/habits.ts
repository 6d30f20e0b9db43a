// Habits: commands of one form that a person approved again and again, as rules that would allow them.
import type { Suggestion } from "../../../shared/contract/tuning.ts";
import { commandForm, formTitle } from "../../../shared/reach/command-form.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Judgement } from "./judgements.ts";
import { formFits, type PastAction } from "./past-actions.ts";
import { leastAnswers } from "./tuning.ts";

/** Both newest first. */
export function habitSuggestions(
  past: readonly PastAction[],
  judged: readonly Judgement[],
  nameOf: (agentDid: string) => string,
): readonly Suggestion[] {
  const answers = new Map(judged.map((each) => [intentKey(each.agentDid, each.intentId), each]));
  const groups = Map.groupBy(
    past.filter(({ action }) => commandForm(action.facts) !== undefined && formFits(action)),
    ({ action: { agentDid, facts } }) => JSON.stringify([agentDid, facts.tool, facts.workspace, commandForm(facts)]),
  );
  return [...groups.values()].flatMap((group): readonly Suggestion[] => {
    const [newest] = group;
    // What was not asked about last time is covered by a rule or a grant already.
    if (newest?.asked !== true) return [];
    const asked = group.filter((each) => each.asked);
    const found = asked.flatMap(({ intentId, action }) => answers.get(intentKey(action.agentDid, intentId)) ?? []);
    const approved = found.filter(({ answer }) => answer === "approved");
    if (approved.length < leastAnswers || group.some(({ outcome }) => outcome === "DENIED")) return [];
    return [suggestionOf(newest, asked.length, approved, nameOf)];
  });
}

function suggestionOf(
  { intentId, action: { agentDid, facts } }: PastAction,
  asked: number,
  approved: readonly Judgement[],
  nameOf: (agentDid: string) => string,
): Suggestion {
  return {
    id: `allow:${intentId}`,
    change: { kind: "allow_form", agentDid, intentId },
    title: `Allow ${nameOf(agentDid)} to run ${formTitle(facts)}`,
    why: `You were asked ${asked} times about this form and approved ${approved.length} times.`,
    evidence: { asked, approved: approved.length, refused: 0, denied: 0, overridden: 0, disputed: 0 },
    effect: {
      fewerAsks: approved.length,
      fewerDenials: 0,
      examples: approved.slice(0, 5).map((each) => ({
        intentId: each.intentId,
        agentDid,
        at: each.at,
        summary: each.summary,
        before: "asked",
        after: "passed",
      })),
    },
  };
}
