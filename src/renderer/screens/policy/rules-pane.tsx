// The rules in force with how often each decided; one that never does may be a mistake, or the reason nothing happened.
import { useState } from "react";
import { useAnswer } from "../../state/answers.ts";
import { FindField } from "../../components/find-field.tsx";
import { Empty } from "../../components/empty.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { ruleOrder, type RuleOrder } from "./rules.ts";
import { RuleBuilder } from "./rule-builder.tsx";
import { RuleRow } from "./rule-row.tsx";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { rulesPane as labels } from "../../labels/policy.ts";

const days = 30;
const refetchMs = 15_000;

export function RulesPane({ draft }: { draft: PolicyDraft }) {
  const rules = useAnswer("listRuleUse", { days }, { refetchMs, staleMs: 0 });
  const [order, setOrder] = useState<RuleOrder>("file");
  const [words, setWords] = useState("");
  const shown = ruleOrder(rules.data ?? [], order, words);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <FindField label={labels.findARule} words={words} onChange={setWords} className="min-w-28 flex-1" />
        <Segmented
          label={labels.order}
          value={order}
          onChange={setOrder}
          segments={[
            { value: "file", label: labels.inOrder, spoken: labels.inOrderSpoken },
            { value: "used", label: labels.mostUsed },
            { value: "unused", label: labels.unused },
          ]}
        />
        <RuleBuilder draft={draft} />
      </div>
      {rules.error === null ? null : <Empty title={labels.cannotBeCounted}>{rules.error.message}</Empty>}
      {rules.data !== undefined && shown.length === 0 ? (
        <Empty title={words === "" ? labels.noRuleIsUnused : labels.noRuleFits}>
          {words === "" ? labels.allUsed(days) : labels.tryOtherWords}
        </Empty>
      ) : (
        <ul aria-label={labels.rules} className="min-h-0 flex-1 overflow-y-auto py-1">
          {shown.map((rule) => (
            <RuleRow key={rule.id} rule={rule} draft={draft} />
          ))}
        </ul>
      )}
      <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-faint">{labels.about(days)}</p>
    </div>
  );
}
