// The phases of a decision as the ledger recorded them: six, and the human between four and five if one was asked.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import type { Effect } from "../../../../shared/domain/facts.ts";
import { effects } from "../../../../shared/domain/facts.ts";
import { isJsonObject } from "../../../../shared/lib/json.ts";
import { elapsed, fineElapsed, score, wholeNumber } from "../../../labels/format.ts";
import { effectWords, levelWords } from "../../../labels/vocabulary.ts";
import { phaseLabels as labels, phaseTerms as terms, phaseTitles as titles } from "../../../labels/phases.ts";
import { type Phase, many, sentenceOf, type StoryFact, textFact } from "./phase.ts";
import { execution, human, overrides, withdrawal } from "./after-verdict.ts";
import { findingsIn, listIn, numberIn, objectIn, textIn, textsIn } from "./body.ts";

/** Undefined if these entries contain no verdict. */
export function phasesOf(entries: readonly LedgerEntry[]): readonly Phase[] | undefined {
  const verdicts = entries.filter((entry) => entry.kind === "verdict");
  const [first] = verdicts;
  const last = verdicts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const intent = entries.find((entry) => entry.kind === "intent");
  const directives = entries.filter((entry) => entry.kind === "directive");
  const report = entries.findLast((entry) => entry.kind === "report");
  return [
    understood(intent, first),
    policy(first),
    risk(first),
    limits(last),
    ...human(first, directives, answeredBy(verdicts, last)),
    ...withdrawal(directives),
    ...overrides(entries),
    execution(last, report),
    recorded(entries),
  ];
}

/** The verdict of the human or rule, even if it was withdrawn later. */
function answeredBy(verdicts: readonly LedgerEntry[], last: LedgerEntry): LedgerEntry {
  return last.reason === "withdrawn" ? (verdicts.findLast(({ reason }) => reason !== "withdrawn") ?? last) : last;
}

function understood(intent: LedgerEntry | undefined, verdict: LedgerEntry): Phase {
  const body = intent?.body ?? {};
  const found = textsIn(body["effects"]).filter((effect): effect is Effect =>
    (effects as readonly string[]).includes(effect),
  );
  const context = objectIn(body["context"]);
  const facts: StoryFact[] = [
    ...(verdict.tool === undefined ? [] : [{ term: terms.tool, value: verdict.tool, verbatim: true }]),
    ...(found.length === 0
      ? []
      : [{ term: terms.effects, value: found.map((effect) => effectWords[effect]).join(", ") }]),
    ...many(terms.path, verdict.paths ?? []),
    ...many(terms.host, verdict.hosts ?? []),
    ...textFact(terms.folder, context["workingDirectory"]),
    ...listIn(body["secrets"]).map((secret) => ({
      term: terms.secret,
      value: labels.secretIn(textIn(secret["kind"]), textIn(secret["where"])),
    })),
    ...listIn(body["uninspected"]).map((part) => ({ term: terms.cannotInspect, value: textIn(part["why"]) })),
  ];
  const unclear = listIn(body["uninspected"]).length > 0;
  return {
    phase: 1,
    title: titles.understood,
    sentence: unclear ? labels.partlyUnderstood : labels.understood,
    tone: unclear ? "waiting" : "plain",
    facts,
    ...took(verdict, "facts"),
  };
}

function policy(verdict: LedgerEntry): Phase {
  const { body, decider, rule, reason, outcome } = verdict;
  const decided = body["phase"] === 2 && (decider === "policy" || decider === "grant" || decider === "engine");
  const refused = decided && outcome === "DENIED";
  return {
    phase: 2,
    title: titles.policy,
    sentence: decided ? sentenceOf(reason) : labels.noRule,
    tone: refused ? "refused" : decided ? "decided" : "plain",
    facts: [
      ...(rule === undefined || !decided ? [] : [{ term: terms.rule, value: rule, verbatim: true }]),
      ...textFact(terms.version, body["policy_version"]),
    ],
    ...took(verdict, "policy"),
  };
}

function risk(verdict: LedgerEntry): Phase {
  const { body, level, decider, outcome, reason } = verdict;
  const overridden = decider === "grant" && body["phase"] === 3;
  const decided = decider === "risk" || overridden;
  const grade = level === undefined ? labels.notScored : labels.risk(levelWords[level], score(verdict.score ?? 0));
  const status = textIn(body["model_status"]);
  const model = status === "scored" ? score(numberIn(body["model_score"]) ?? 0) : modelStatus(status);
  return {
    phase: 3,
    title: titles.risk,
    sentence: overridden || (decided && outcome !== "APPROVED") ? `${grade} ${sentenceOf(reason)}` : grade,
    tone: decided ? (outcome === "DENIED" ? "refused" : "decided") : "plain",
    facts: [
      { term: terms.heuristics, value: score(numberIn(body["heuristic_score"]) ?? 0) },
      ...(model === "" ? [] : [{ term: terms.model, value: model }]),
      ...textFact(terms.scoredBy, body["model_origin"]),
      ...(overridden ? textFact(terms.overriddenBy, verdict.rule) : []),
    ],
    findings: findingsIn(body["findings"]),
    ...took(verdict, "risk"),
  };
}

function limits(verdict: LedgerEntry): Phase {
  const manifest = verdict.body["manifest"];
  const conditions = listIn(verdict.body["conditions"]).map((each) => ({
    term: terms.condition,
    value: textIn(each["text"]),
  }));
  if (!isJsonObject(manifest)) {
    const sentence = verdict.outcome === "DENIED" ? labels.noLimitsDenied : labels.noLimits;
    return { phase: 4, title: titles.limits, sentence, tone: "skipped", facts: conditions };
  }
  const hosts = textsIn(manifest["allowedHosts"]);
  const network =
    manifest["networkAllowed"] === true
      ? hosts.length === 0
        ? labels.networkAllowed
        : hosts.join(", ")
      : labels.networkNone;
  return {
    phase: 4,
    title: titles.limits,
    sentence: conditions.length === 0 ? labels.mayUse : labels.mayUseWithConditions,
    tone: "plain",
    facts: [
      ...conditions,
      ...many(terms.files, textsIn(manifest["filesystemScope"])),
      { term: terms.network, value: network },
      { term: terms.memory, value: labels.megabytes(numberIn(manifest["maxMemoryMb"]) ?? 0) },
      { term: terms.time, value: elapsed((numberIn(manifest["timeoutSeconds"]) ?? 0) * 1000) },
    ],
    ...took(verdict, "manifest"),
  };
}

function recorded(entries: readonly LedgerEntry[]): Phase {
  const numbers = entries.map((entry) => wholeNumber(entry.sequence));
  return {
    phase: 6,
    title: titles.record,
    sentence: labels.recorded(entries.length),
    tone: "plain",
    facts: [{ term: entries.length === 1 ? terms.entry : terms.entries, value: numbers.join(", ") }],
  };
}

function took({ body }: LedgerEntry, phase: string): { readonly took?: string } {
  const microseconds = numberIn(objectIn(body["microseconds"])[phase]);
  return microseconds === undefined ? {} : { took: fineElapsed(microseconds / 1000) };
}

function modelStatus(status: string): string {
  const known: Readonly<Record<string, string>> = labels.modelStatus;
  return known[status] ?? status;
}
