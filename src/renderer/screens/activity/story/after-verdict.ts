// What happened after the first verdict: the answer of a human, overrides, withdrawal, execution.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import { isJsonObject, type Json } from "../../../../shared/lib/json.ts";
import { originWords } from "../../../../shared/contract/terminal.ts";
import { elapsed } from "../../../labels/format.ts";
import { phaseLabels as labels, phaseTerms as terms, phaseTitles as titles } from "../../../labels/phases.ts";
import { deciderWords } from "../../../labels/vocabulary.ts";
import { numberIn, objectIn, textIn } from "./body.ts";
import { type Phase, sentenceOf, type StoryFact, textFact } from "./phase.ts";

export function human(first: LedgerEntry, directives: readonly LedgerEntry[], last: LedgerEntry): readonly Phase[] {
  if (first.outcome !== "ESCALATE") return [];
  const [directive] = directives;
  if (directive === undefined || last.outcome === "ESCALATE") {
    return [{ title: titles.human, sentence: labels.waits, tone: "waiting", facts: [] }];
  }
  const waited = numberIn(directive.body["waited_ms"]);
  const said = textIn(directive.body["reason"]);
  return [
    {
      title: last.decider === "human" ? titles.human : titles.answer,
      sentence: sentenceOf(last.reason),
      tone: last.outcome === "DENIED" ? "refused" : "decided",
      facts: [
        {
          term: terms.answeredBy,
          value:
            last.decider === "human" ? textIn(directive.body["issued_by"]) : deciderWords[last.decider ?? "engine"],
        },
        ...unreadFact(directive.body["unread"]),
        ...viaFacts(directive.body["via"]),
        ...(said === "" ? [] : [{ term: terms.said, value: said, verbatim: true }]),
        ...(isJsonObject(directive.body["effective_arguments"])
          ? [{ term: terms.changedTo, value: JSON.stringify(directive.body["effective_arguments"]), verbatim: true }]
          : []),
      ],
      ...(waited === undefined ? {} : { took: elapsed(waited) }),
    },
  ];
}

/** What a human did about the verdict afterwards. */
export function overrides(entries: readonly LedgerEntry[]): readonly Phase[] {
  const overridden = entries.findLast((entry) => entry.kind === "override");
  const disputed = entries.findLast((entry) => entry.kind === "feedback");
  return [
    ...(overridden === undefined
      ? []
      : [
          {
            title: titles.overridden,
            sentence:
              overridden.body["effect"] === "ask"
                ? labels.asksNextTime
                : overridden.body["duration"] === "session"
                  ? labels.overriddenForSession
                  : labels.overriddenOnce,
            tone: "decided" as const,
            facts: said(overridden),
          },
        ]),
    ...(disputed === undefined
      ? []
      : [{ title: titles.feedback, sentence: labels.disputed, tone: "plain" as const, facts: said(disputed) }]),
  ];
}

function said({ body }: LedgerEntry): readonly StoryFact[] {
  return [{ term: terms.by, value: textIn(body["actor"]) }, ...textFact(terms.reason, body["reason"])];
}

function unreadFact(value: Json | undefined): readonly StoryFact[] {
  const { count, of: total, unit } = objectIn(value);
  if (typeof count !== "number" || typeof total !== "number") return [];
  return [{ term: terms.notRead, value: labels.unread(count, total, textIn(unit)) }];
}

/** Where an answer over the operator's socket came from. */
function viaFacts(via: Json | undefined): readonly StoryFact[] {
  if (!isJsonObject(via)) return [];
  const { program, pid, tty } = via;
  const origin = { program: textIn(program), pid: numberIn(pid) ?? 0, ...(typeof tty === "string" ? { tty } : {}) };
  return [
    { term: terms.from, value: originWords(origin), verbatim: true },
    ...textFact(terms.confirmedBy, via["confirmed_by"]),
  ];
}

/** Withdrawn after it was given. */
export function withdrawal(directives: readonly LedgerEntry[]): readonly Phase[] {
  const directive = directives.find(({ body }) => body["withdraws"] !== undefined);
  if (directive === undefined) return [];
  const facts = [{ term: terms.withdrawnBy, value: textIn(directive.body["issued_by"]) }];
  return [{ title: titles.withdrawn, sentence: sentenceOf("withdrawn"), tone: "refused", facts }];
}

export function execution(last: LedgerEntry, report: LedgerEntry | undefined): Phase {
  const base = { phase: 5, title: titles.execution } as const;
  if (report === undefined) {
    if (last.reason === "withdrawn") return { ...base, sentence: labels.toldToStop, tone: "skipped", facts: [] };
    if (last.outcome === "DENIED") return { ...base, sentence: labels.didNotRun, tone: "skipped", facts: [] };
    const sentence = last.outcome === "ESCALATE" ? labels.notBeforeAnswer : labels.notReported;
    return { ...base, sentence, tone: "skipped", facts: [] };
  }
  const { body } = report;
  const status = textIn(body["status"]);
  const duration = numberIn(objectIn(body["metrics"])["duration_ms"]);
  const violation = body["violation"] === true;
  return {
    ...base,
    sentence: violation ? labels.violation : labels.ended(status.toLowerCase()),
    tone: violation ? "refused" : status === "SUCCESS" ? "plain" : "waiting",
    facts: [
      ...(body["late"] === true ? [{ term: terms.late, value: labels.late }] : []),
      ...(body["withdrawn"] === true ? [{ term: terms.withdrawn, value: labels.withdrawnBefore }] : []),
    ],
    ...(duration === undefined ? {} : { took: elapsed(duration) }),
  };
}
