// The answer of explain: the verdict, what was understood, and every rule that was looked at.
import { Check, CircleDashed, CircleSlash, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Explanation } from "../../../shared/contract/contract.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import { Button } from "../../components/button.tsx";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { score, wholeNumber } from "../../labels/format.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { effectWords, levelWords } from "../../labels/vocabulary.ts";
import { explained as labels } from "../../labels/policy.ts";

export function Explained({ explanation }: { explanation: Explanation }) {
  const { verdict, facts, considered } = explanation;
  const [all, setAll] = useState(false);
  const spoke = considered.filter(({ result }) => result === "matched" || result === "fault");
  const looked = considered.filter(({ result }) => result === "not_matched" || result === "expired");
  const skipped = considered.filter(({ result }) => result === "skipped");
  const shown = all ? [...spoke, ...looked, ...skipped] : spoke;
  const hidden = considered.length - spoke.length;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3 text-xs">
      <output className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <OutcomeMark outcome={verdict.outcome} />
        <span className="inline-flex items-center gap-1.5 text-quiet">
          <RiskMark level={verdict.risk.level} size={11} silent />
          {labels.risk(levelWords[verdict.risk.level], score(verdict.risk.score))}
        </span>
      </output>
      <p className="selectable mt-1 break-words">{visibleLine(verdict.reasoning)}</p>
      <p className="mt-1 text-faint">
        {verdict.rule === undefined ? (
          labels.noRuleDecided
        ) : (
          <span className="font-mono">{labels.decidedBy(verdict.rule)}</span>
        )}
      </p>
      <Part title={labels.understood}>
        <Understood facts={facts} />
      </Part>
      <Part title={labels.rules}>
        {shown.length === 0 ? <p className="text-faint">{labels.none}</p> : null}
        <ul>
          {shown.map(({ rule, effect, result, why }) => (
            <li key={`${rule} ${effect}`} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-1.5 py-0.5">
              <ResultMark result={result} />
              <span className={result === "matched" || result === "fault" ? "" : "text-faint"}>
                <span className="font-mono font-medium break-all">{rule}</span>{" "}
                <span className="text-faint">({effect})</span> {why}
                {rule === verdict.rule ? <strong className="font-semibold"> {labels.thisOneDecided}</strong> : null}
              </span>
            </li>
          ))}
        </ul>
        {hidden === 0 ? null : (
          <Button look="quiet" className="mt-1 -ml-2.5" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? labels.hideTheOthers : labels.showOthers(wholeNumber(hidden))}
          </Button>
        )}
      </Part>
    </div>
  );
}

function ResultMark({ result }: { result: string }) {
  if (result === "matched") return <Check size={12} aria-label={labels.matched} className="mt-0.5 text-accent" />;
  if (result === "fault") return <TriangleAlert size={12} aria-label={labels.failed} className="mt-0.5 text-warning" />;
  if (result === "skipped") return <CircleDashed size={12} aria-label={labels.skipped} className="mt-0.5 text-faint" />;
  return <CircleSlash size={12} aria-label={labels.didNotMatch} className="mt-0.5 text-faint" />;
}

function Understood({ facts }: { facts: Facts }) {
  const commands = facts.commands.map(({ program, arguments: words, wrappers }) =>
    [...(wrappers.length === 0 ? [] : [`(${wrappers.join(", ")})`]), program, ...words].join(" "),
  );
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-y-1">
      <Row term={labels.tool}>
        {facts.givenTool === facts.tool ? facts.tool : labels.givenAs(visibleLine(facts.givenTool), facts.tool)}
      </Row>
      <Row term={labels.effects}>
        {facts.effects.length === 0 ? labels.noEffects : facts.effects.map((effect) => effectWords[effect]).join(", ")}
      </Row>
      <Lines term={labels.runs} lines={commands} />
      <Lines term={labels.paths} lines={facts.paths.map(({ path, zone, access }) => `${path} (${zone}, ${access})`)} />
      <Lines term={labels.hosts} lines={facts.hosts.map(({ host, direction }) => `${host} (${direction})`)} />
      <Lines term={labels.secrets} lines={facts.secrets.map(({ kind, where }) => labels.secretIn(kind, where))} />
      <Lines term={labels.notSeen} lines={facts.uninspected.map(({ part, why }) => `${part} (${why})`)} />
    </dl>
  );
}

function Lines({ term, lines }: { term: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Row term={term}>
      {[...new Set(lines)].slice(0, 12).map((line) => (
        <span key={line} className="selectable block font-mono break-all">
          {visibleLine(line)}
        </span>
      ))}
      {lines.length > 12 ? <span className="text-faint">{labels.andMore(wholeNumber(lines.length - 12))}</span> : null}
    </Row>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4">
      <h2 className="label mb-1">{title}</h2>
      {children}
    </section>
  );
}
