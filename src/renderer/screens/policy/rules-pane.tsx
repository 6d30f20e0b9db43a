// The rules in force with how often each decided; one that never does may be a mistake, or the reason nothing happened.
import { History } from "lucide-react";
import { useState } from "react";
import type { RuleUse } from "../../../shared/policy-desk.ts";
import { useAnswer } from "../../answers.ts";
import { FindField } from "../../components/find-field.tsx";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { OutcomeMark } from "../../components/marks.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { Ago } from "../../components/time.tsx";
import { wholeNumber } from "../../text/format.ts";
import { effectVerbs, lineOfRule, outcomeOfEffect, ruleOrder, type RuleOrder } from "../../text/policy-words.ts";
import { openActivity } from "../../ui-store.ts";
import { goTo } from "./draft.ts";

const days = 30;
const refetchMs = 15_000;

export function RulesPane({ text }: { text: string }) {
  const rules = useAnswer("listRuleUse", { days }, { refetchMs, staleMs: 0 });
  const [order, setOrder] = useState<RuleOrder>("file");
  const [words, setWords] = useState("");
  const shown = ruleOrder(rules.data ?? [], order, words);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <FindField label="Find a rule" words={words} onChange={setWords} className="min-w-28 flex-1" />
        <Segmented
          label="Order"
          value={order}
          onChange={setOrder}
          segments={[
            { value: "file", label: "In order", spoken: "In the order of the file" },
            { value: "used", label: "Most used" },
            { value: "unused", label: "Unused" },
          ]}
        />
      </div>
      {rules.error === null ? null : <Empty title="The rules cannot be counted">{rules.error.message}</Empty>}
      {rules.data !== undefined && shown.length === 0 ? (
        <Empty title={words === "" ? "No rule is unused" : "No rule fits"}>
          {words === "" ? `Each has decided something in the last ${days} days.` : "Try other words."}
        </Empty>
      ) : (
        <ul aria-label="Rules" className="min-h-0 flex-1 overflow-y-auto py-1">
          {shown.map((rule) => (
            <Rule key={rule.id} rule={rule} line={lineOfRule(text, rule.id)} />
          ))}
        </ul>
      )}
      <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-faint">
        Decisions of the last {days} days, by the rule that decided.
      </p>
    </div>
  );
}

function Rule({ rule, line }: { rule: RuleUse; line: number | undefined }) {
  const { id, kind, effect, reason, about, hits, lastUsedAt, expires } = rule;
  const body = (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate font-mono text-xs font-medium">{id}</span>
        {kind === "sequence" ? <span className="shrink-0 text-2xs text-faint">sequence</span> : null}
        <span className="ml-auto shrink-0 text-xs tabular-nums">
          {hits === 0 ? (
            <span className="text-faint">never</span>
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
          {expires === undefined ? null : `until ${expires.slice(0, 10)} `}
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
          title={`Go to line ${line}`}
        >
          {body}
        </button>
      )}
      <Button
        look="quiet"
        size="icon"
        className="mx-1.5"
        disabled={hits === 0}
        aria-label={`Show what ${id} decided`}
        title="Show what it decided"
        onClick={() => openActivity({ kinds: ["verdict"], rules: [id], last: "30d" })}
      >
        <History size={13} aria-hidden />
      </Button>
    </li>
  );
}
