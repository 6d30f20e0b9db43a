// One rule: what it does, how often and when last it decided, how far it would go, and its switch. The switch changes the draft.
import { History } from "lucide-react";
import type { RuleUse } from "../../../shared/contract/policy-api.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { Button } from "../../components/button.tsx";
import { OutcomeMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { ruleRow as labels } from "../../labels/policy.ts";
import { effectVerbs } from "../../labels/policy-rules.ts";
import { openActivity } from "../../state/ui-store.ts";
import { edit, goTo } from "./draft.ts";
import { isOff, switchRule } from "./rule-switch.ts";
import { lineOfRule, outcomeOfEffect } from "./rules.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";

export interface RuleRowProps {
  readonly rule: RuleUse;
  readonly draft: Pick<PolicyDraft, "text" | "currentId" | "original">;
}

export function RuleRow({ rule, draft }: RuleRowProps) {
  const { id, kind, hits } = rule;
  const line = lineOfRule(draft.text, id);
  const off = isOff(draft.text, id);
  const body = <RuleFacts rule={rule} off={off} state={stateOf(off, isOff(draft.original, id))} />;
  return (
    <li className="flex items-center hover:bg-hover">
      <span className="flex w-11 shrink-0 justify-center">
        {kind === "other" ? null : <RuleSwitch id={id} off={off} draft={draft} />}
      </span>
      {line === undefined ? (
        <div className="min-w-0 flex-1 py-1.5">{body}</div>
      ) : (
        <button
          type="button"
          onClick={() => goTo(line)}
          className="block min-w-0 flex-1 py-1.5 text-left"
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

function stateOf(off: boolean, offInForce: boolean): string {
  if (off === offInForce) return off ? labels.off : "";
  return off ? labels.offOnceSaved : labels.onOnceSaved;
}

function RuleSwitch({ id, off, draft }: { id: string; off: boolean; draft: RuleRowProps["draft"] }) {
  const next = switchRule(draft.text, id, off);
  return (
    <span title={next === undefined ? labels.switchInEditor : undefined}>
      <Toggle
        label={labels.switchRule(id)}
        on={!off}
        disabled={next === undefined}
        onChange={() => (next === undefined ? undefined : edit(next, draft.currentId, draft.original))}
      />
    </span>
  );
}

function RuleFacts({ rule, off, state }: { rule: RuleUse; off: boolean; state: string }) {
  const { id, kind, effect, reason, about, hits, lastUsedAt, expires, widest } = rule;
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className={`truncate font-mono text-xs font-medium ${off ? "text-faint line-through" : ""}`}>{id}</span>
        {kind === "sequence" ? <span className="shrink-0 text-2xs text-faint">{labels.sequence}</span> : null}
        {state === "" ? null : <span className="shrink-0 text-2xs font-medium text-warning">{state}</span>}
        <span className={`ml-auto shrink-0 text-xs tabular-nums ${hits === 0 ? "text-faint" : ""}`}>
          {labels.hits(hits)}
        </span>
      </span>
      <span className="mt-0.5 flex min-w-0 items-center gap-2 text-xs">
        {effect === undefined ? null : <OutcomeMark outcome={outcomeOfEffect[effect]} words={effectVerbs[effect]} />}
        <span className="min-w-0 flex-1 truncate text-quiet" title={`${reason ?? ""}\n${about}`.trim()}>
          {reason ?? about}
        </span>
        <span className="flex shrink-0 gap-1.5 text-faint">
          {expires === undefined ? null : <span>{labels.until(expires.slice(0, 10))}</span>}
          {lastUsedAt === undefined ? null : (
            <span>
              {labels.last} <Ago at={lastUsedAt} />
            </span>
          )}
        </span>
      </span>
      {widest === undefined || off ? null : (
        <span className="mt-0.5 flex min-w-0 gap-1.5 text-xs" title={labels.widestExplained}>
          <span className="shrink-0 text-faint">{labels.widest}</span>
          <span className="truncate font-mono">{visibleLine(widest)}</span>
        </span>
      )}
    </>
  );
}
