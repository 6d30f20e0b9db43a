// The packs of risk rules: what each finds, what is switched off, and what is wrong with one.
import { useState } from "react";
import type { PackState } from "../../../shared/contract/packs.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { packLine, packTexts, ruleLine } from "../../labels/packs.ts";
import { useAnswer, useCommand } from "../../state/answers.ts";
import { AddPack } from "./add-pack.tsx";
import { Suggestions } from "./suggestions.tsx";

export function PacksPane() {
  const packs = useAnswer("listPacks", {}, { staleMs: 0 });
  const [adding, setAdding] = useState(false);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-start gap-3 border-b border-line px-4 py-3">
        <p className="min-w-0 flex-1 text-xs text-quiet">{packTexts.about}</p>
        <Button onClick={() => setAdding(true)}>{packTexts.add}</Button>
      </div>
      {adding ? <AddPack onClose={() => setAdding(false)} /> : null}
      <section aria-label={packTexts.packs} className="min-h-0 flex-1 overflow-y-auto py-1">
        <Suggestions />
        {packs.error === null ? null : <Empty title={packTexts.unreadable}>{packs.error.message}</Empty>}
        <ul aria-label={packTexts.packs}>
          {packs.data?.map((pack) => (
            <Pack key={`${pack.origin} ${pack.name}`} pack={pack} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Pack({ pack }: { pack: PackState }) {
  const [open, setOpen] = useState(false);
  const change = useCommand("switchPack", ["listPacks", "getStatus"]);
  const remove = useCommand("removePack", ["listPacks", "getStatus"]);
  const { name, description, origin, enabled, problems, rules } = pack;
  return (
    <li aria-label={name} className="border-b border-line px-4 py-2.5">
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-w-0 flex-1 rounded-sm text-left hover:text-accent"
        >
          <span className="font-medium">{name}</span> <span className="text-xs text-faint">{packLine(pack)}</span>
        </button>
        <Toggle
          label={packTexts.pack(name)}
          on={enabled}
          disabled={change.isPending || rules.length === 0}
          onChange={(on) => change.mutate({ name, enabled: on })}
        />
      </div>
      <p className="mt-0.5 text-xs text-quiet">{description}</p>
      {problems.length === 0 ? null : <PackProblems pack={pack} />}
      {open ? (
        <>
          <PackRules pack={pack} busy={change.isPending} onChange={change.mutate} />
          {origin === "user" ? (
            <Button
              look="danger"
              className="mt-2"
              aria-label={`${packTexts.remove} ${name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ name })}
            >
              {packTexts.remove}
            </Button>
          ) : null}
        </>
      ) : null}
    </li>
  );
}

function PackProblems({ pack: { name, problems, rules } }: { pack: PackState }) {
  return (
    <div role="alert" aria-label={packTexts.problemsOf(name)} className="mt-1.5 text-xs text-danger">
      {rules.length === 0 ? null : <p>{packTexts.keptVersion}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={problem} className="break-words">
            {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PackRulesProps {
  readonly pack: PackState;
  readonly busy: boolean;
  readonly onChange: (change: { name: string; rule: string; enabled: boolean }) => void;
}

function PackRules({ pack: { name, rules }, busy, onChange }: PackRulesProps) {
  return (
    <ul aria-label={packTexts.rulesOf(name)} className="mt-2 space-y-3">
      {rules.map((rule) => (
        <li key={rule.id} className="text-xs">
          <div className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate font-mono">{rule.id}</span>
            <Toggle
              label={packTexts.rule(rule.id)}
              on={rule.enabled}
              disabled={busy}
              onChange={(on) => onChange({ name, rule: rule.id, enabled: on })}
            />
          </div>
          <p className="text-faint">{ruleLine(rule)}</p>
          {rule.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <Examples title={packTexts.match} examples={rule.match} />
          <Examples title={packTexts.notMatch} examples={rule.notMatch} />
        </li>
      ))}
    </ul>
  );
}

function Examples({ title, examples }: { title: string; examples: readonly string[] }) {
  return (
    <div className="mt-0.5 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
      <span className="text-faint">{title}</span>
      <ul className="min-w-0">
        {examples.map((example) => (
          <li key={example} className="truncate font-mono text-quiet" title={example}>
            {example}
          </li>
        ))}
      </ul>
    </div>
  );
}
