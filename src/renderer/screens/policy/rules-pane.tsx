// The rules in force with how often each decided; one that never does may be a mistake, or the reason nothing happened.
import { History } from "lucide-react";
import { useState } from "react";
import type { RuleUse } from "../../../shared/contract/policy-api.ts";
import { useAnswer } from "../../state/answers.ts";
import { FindField } from "../../components/find-field.tsx";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { OutcomeMark } from "../../components/marks.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { Ago } from "../../components/time.tsx";
import { wholeNumber } from "../../labels/format.ts";
import { lineOfRule, outcomeOfEffect, ruleOrder, type RuleOrder } from "./rules.ts";
import { effectVerbs } from "../../labels/policy-rules.ts";
import { openActivity } from "../../state/ui-store.ts";
import { goTo } from "./draft.ts";
import { RuleBuilder } from "./rule-builder.tsx";
import type { PolicyDraft } from "./use-policy-draft.ts";
import { rulesPane as labels } from "../../labels/policy.ts";

const days = 30;
const refetchMs = 15_000;

export function RulesPane({ draft }: { draft: PolicyDraft }) {
  const { text } = draft;
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
            <Rule key={rule.id} rule={rule} line={lineOfRule(text, rule.id)} />
          ))}
        </ul>
      )}
      <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-faint">{labels.about(days)}</p>
    </div>
  );
}

function Rule({ rule, line }: { rule: RuleUse; line: number | undefined }) {
  const { id, kind, effect, reason, about, hits, lastUsedAt, expires } = rule;
  const body = (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate font-mono text-xs font-medium">{id}</span>
        {kind === "sequence" ? <span className="shrink-0 text-2xs text-faint">{labels.sequence}</span> : null}
        <span className="ml-auto shrink-0 text-xs tabular-nums">
          {hits === 0 ? (
            <span className="text-faint">{labels.never}</span>
          ) : (
            <span className="font-medium">{wholeNumber(hits)}</span>
          )}
        </span>
      </span>
      <span className="mt-0.5 flex min-w-0 items-center gap-2 text-xs">
        {effect === undefined ? null : <OutcomeMark outcome={outcomeOfEffect[effect]} words={effectVerbs[effect]} />}
        <span className="min-w-0 flex-1 truncate text-quiet" title={`${reason ?? ""}\n${about}`.trim()}>
          {reason ?? about}
        </span>
        <span className="shrink-0 text-faint">
          {expires === undefined ? null : labels.until(expires.slice(0, 10))}
          {lastUsedAt === undefined ? null : <Ago at={lastUsedAt} />}
        </span>
      </span>
    </>
  );
  return (
    <li className="flex items-center hover:bg-hover">
      {line === undefined ? (
        <div className="min-w-0 flex-1 py-1.5 pl-4">{body}</div>
      ) : (
        <button
          type="button"
          onClick={() => goTo(line)}
          className="block min-w-0 flex-1 py-1.5 pl-4 text-left"
          title={labels.goToLine(line)}
        >
          {body}
        </button>
      )}
      <Button
        look="quiet"
        size="icon"
        className="mx-1.5"
        disabled={hits === 0}
        aria-label={labels.showWhatDecided(id)}
        title={labels.showDecisions}
        onClick={() => openActivity({ kinds: ["verdict"], rules: [id], last: "30d" })}
      >
        <History size={13} aria-hidden />
      </Button>
    </li>
  );
}
