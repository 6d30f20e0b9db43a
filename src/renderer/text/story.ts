// The story of a decision, told from what the ledger recorded: six phases and, where one was asked, a human.
import type { LedgerEntry } from "../../shared/audit.ts";
import type { Effect } from "../../shared/facts.ts";
import { effects } from "../../shared/facts.ts";
import { isJsonObject, type Json, type JsonObject } from "../../shared/json.ts";
import { type Finding, type ReasonCode, reasons } from "../../shared/verdict.ts";
import { originWords } from "../../shared/terminal.ts";
import { elapsed, fineElapsed, score, wholeNumber } from "./format.ts";
import { deciderWords, effectWords, levelWords } from "./words.ts";

export interface StoryFact {
  readonly term: string;
  readonly value: string;
  /** Written by an agent or taken from a command: shown letter by letter. */
  readonly verbatim?: boolean;
}

export interface Chapter {
  /** 1 to 6; none for the human between four and five. */
  readonly phase?: number;
  readonly title: string;
  readonly sentence: string;
  readonly tone: "plain" | "decided" | "refused" | "waiting" | "skipped";
  readonly facts: readonly StoryFact[];
  readonly findings?: readonly Finding[];
  /** How long it took. */
  readonly took?: string;
}

/** Undefined when nothing was decided in these entries: they are about something else. */
export function chaptersOf(entries: readonly LedgerEntry[]): readonly Chapter[] | undefined {
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

/** The verdict a human or a rule gave, whatever became of it later. */
function answeredBy(verdicts: readonly LedgerEntry[], last: LedgerEntry): LedgerEntry {
  return last.reason === "withdrawn" ? (verdicts.findLast(({ reason }) => reason !== "withdrawn") ?? last) : last;
}

function understood(intent: LedgerEntry | undefined, verdict: LedgerEntry): Chapter {
  const body = intent?.body ?? {};
  const found = textsIn(body["effects"]).filter((effect): effect is Effect =>
    (effects as readonly string[]).includes(effect),
  );
  const context = objectIn(body["context"]);
  const facts: StoryFact[] = [
    ...(verdict.tool === undefined ? [] : [{ term: "Tool", value: verdict.tool, verbatim: true }]),
    ...(found.length === 0 ? [] : [{ term: "Effects", value: found.map((effect) => effectWords[effect]).join(", ") }]),
    ...many("Path", verdict.paths ?? []),
    ...many("Host", verdict.hosts ?? []),
    ...textFact("Folder", context["workingDirectory"]),
    ...listIn(body["secrets"]).map((secret) => ({
      term: "Secret",
      value: `${textIn(secret["kind"])} in ${textIn(secret["where"])}`,
    })),
    ...listIn(body["uninspected"]).map((part) => ({ term: "Cannot inspect", value: textIn(part["why"]) })),
  ];
  const unclear = listIn(body["uninspected"]).length > 0;
  return {
    phase: 1,
    title: "Understood",
    sentence: unclear ? "Taken apart, but for a part that cannot be inspected." : "Taken apart into what it does.",
    tone: unclear ? "waiting" : "plain",
    facts,
    ...took(verdict, "facts"),
  };
}

function policy(verdict: LedgerEntry): Chapter {
  const { body, decider, rule, reason, outcome } = verdict;
  const decided = body["phase"] === 2 && (decider === "policy" || decider === "grant" || decider === "engine");
  const refused = decided && outcome === "DENIED";
  return {
    phase: 2,
    title: "Policy",
    sentence: decided ? sentenceOf(reason) : "No rule decided.",
    tone: refused ? "refused" : decided ? "decided" : "plain",
    facts: [
      ...(rule === undefined || !decided ? [] : [{ term: "Rule", value: rule, verbatim: true }]),
      ...textFact("Version", body["policy_version"]),
    ],
    ...took(verdict, "policy"),
  };
}

function risk(verdict: LedgerEntry): Chapter {
  const { body, level, decider, outcome, reason } = verdict;
  const lifted = decider === "grant" && body["phase"] === 3;
  const decided = decider === "risk" || lifted;
  const grade = level === undefined ? "Not scored." : `${levelWords[level]} risk, ${score(verdict.score ?? 0)}.`;
  const status = textIn(body["model_status"]);
  const model = status === "scored" ? score(numberIn(body["model_score"]) ?? 0) : (modelWords[status] ?? status);
  return {
    phase: 3,
    title: "Risk",
    sentence: lifted || (decided && outcome !== "APPROVED") ? `${grade} ${sentenceOf(reason)}` : grade,
    tone: decided ? (outcome === "DENIED" ? "refused" : "decided") : "plain",
    facts: [
      { term: "Heuristics", value: score(numberIn(body["heuristic_score"]) ?? 0) },
      ...(model === "" ? [] : [{ term: "Model", value: model }]),
      ...textFact("Scored by", body["model_origin"]),
      ...(lifted ? textFact("Lifted by", verdict.rule) : []),
    ],
    findings: findingsIn(body["findings"]),
    ...took(verdict, "risk"),
  };
}

const modelWords: Readonly<Record<string, string>> = { off: "off", late: "too late", unavailable: "not available" };

function limits(verdict: LedgerEntry): Chapter {
  const manifest = verdict.body["manifest"];
  const conditions = listIn(verdict.body["conditions"]).map((each) => ({
    term: "Condition",
    value: textIn(each["text"]),
  }));
  if (!isJsonObject(manifest)) {
    const sentence = verdict.outcome === "DENIED" ? "None: it may not run." : "None were set.";
    return { phase: 4, title: "Limits", sentence, tone: "skipped", facts: conditions };
  }
  const hosts = textsIn(manifest["allowedHosts"]);
  const network = manifest["networkAllowed"] === true ? (hosts.length === 0 ? "allowed" : hosts.join(", ")) : "none";
  return {
    phase: 4,
    title: "Limits",
    sentence: conditions.length === 0 ? "What it may use." : "What it may use, under conditions.",
    tone: "plain",
    facts: [
      ...conditions,
      ...many("Files", textsIn(manifest["filesystemScope"])),
      { term: "Network", value: network },
      { term: "Memory", value: `${wholeNumber(numberIn(manifest["maxMemoryMb"]) ?? 0)} MB` },
      { term: "Time", value: elapsed((numberIn(manifest["timeoutSeconds"]) ?? 0) * 1000) },
    ],
    ...took(verdict, "manifest"),
  };
}

function human(first: LedgerEntry, directives: readonly LedgerEntry[], last: LedgerEntry): readonly Chapter[] {
  if (first.outcome !== "ESCALATE") return [];
  const [directive] = directives;
  if (directive === undefined || last.outcome === "ESCALATE") {
    return [{ title: "Human", sentence: "Waits for an answer.", tone: "waiting", facts: [] }];
  }
  const waited = numberIn(directive.body["waited_ms"]);
  const said = textIn(directive.body["reason"]);
  return [
    {
      title: last.decider === "human" ? "Human" : "Answer",
      sentence: sentenceOf(last.reason),
      tone: last.outcome === "DENIED" ? "refused" : "decided",
      facts: [
        {
          term: "Answered by",
          value:
            last.decider === "human" ? textIn(directive.body["issued_by"]) : deciderWords[last.decider ?? "engine"],
        },
        ...unreadFact(directive.body["unread"]),
        ...viaFacts(directive.body["via"]),
        ...(said === "" ? [] : [{ term: "Said", value: said, verbatim: true }]),
        ...(isJsonObject(directive.body["effective_arguments"])
          ? [{ term: "Changed to", value: JSON.stringify(directive.body["effective_arguments"]), verbatim: true }]
          : []),
      ],
      ...(waited === undefined ? {} : { took: elapsed(waited) }),
    },
  ];
}

/** What a human did about the verdict afterwards. */
function overrides(entries: readonly LedgerEntry[]): readonly Chapter[] {
  const lifted = entries.findLast((entry) => entry.kind === "override");
  const disputed = entries.findLast((entry) => entry.kind === "feedback");
  return [
    ...(lifted === undefined
      ? []
      : [
          {
            title: "Lifted",
            sentence:
              lifted.body["effect"] === "ask"
                ? "The next identical request asks a human."
                : `Exactly this may run ${lifted.body["duration"] === "session" ? "in its session" : "once"}.`,
            tone: "decided" as const,
            facts: said(lifted),
          },
        ]),
    ...(disputed === undefined
      ? []
      : [{ title: "Feedback", sentence: "The verdict was wrong.", tone: "plain" as const, facts: said(disputed) }]),
  ];
}

function said({ body }: LedgerEntry): readonly StoryFact[] {
  return [{ term: "By", value: textIn(body["actor"]) }, ...textFact("Reason", body["reason"])];
}

function unreadFact(value: Json | undefined): readonly StoryFact[] {
  const { count, of: total, unit } = objectIn(value);
  if (typeof count !== "number" || typeof total !== "number") return [];
  return [{ term: "Not read", value: `${wholeNumber(count)} of ${wholeNumber(total)} ${textIn(unit)}` }];
}

/** Where an answer over the operator's socket came from. */
function viaFacts(via: Json | undefined): readonly StoryFact[] {
  if (!isJsonObject(via)) return [];
  const { program, pid, tty } = via;
  const origin = { program: textIn(program), pid: numberIn(pid) ?? 0, ...(typeof tty === "string" ? { tty } : {}) };
  return [
    { term: "From", value: originWords(origin), verbatim: true },
    ...textFact("Confirmed by", via["confirmed_by"]),
  ];
}

/** Taken back after it was given. */
function withdrawal(directives: readonly LedgerEntry[]): readonly Chapter[] {
  const directive = directives.find(({ body }) => body["withdraws"] !== undefined);
  if (directive === undefined) return [];
  const facts = [{ term: "Withdrawn by", value: textIn(directive.body["issued_by"]) }];
  return [{ title: "Withdrawn", sentence: sentenceOf("withdrawn"), tone: "refused", facts }];
}

function execution(last: LedgerEntry, report: LedgerEntry | undefined): Chapter {
  const base = { phase: 5, title: "Execution" } as const;
  if (report === undefined) {
    if (last.reason === "withdrawn")
      return { ...base, sentence: "The agent was told to stop, and has not reported.", tone: "skipped", facts: [] };
    if (last.outcome === "DENIED") return { ...base, sentence: "It did not run.", tone: "skipped", facts: [] };
    const sentence = last.outcome === "ESCALATE" ? "Not before an answer." : "The agent has not reported how it ended.";
    return { ...base, sentence, tone: "skipped", facts: [] };
  }
  const { body } = report;
  const status = textIn(body["status"]);
  const duration = numberIn(objectIn(body["metrics"])["duration_ms"]);
  const violation = body["violation"] === true;
  return {
    ...base,
    sentence: violation ? "The agent ran it although it was not allowed." : `Ended: ${status.toLowerCase()}.`,
    tone: violation ? "refused" : status === "SUCCESS" ? "plain" : "waiting",
    facts: [
      ...(body["late"] === true ? [{ term: "Late", value: "after the verdict had expired" }] : []),
      ...(body["withdrawn"] === true ? [{ term: "Withdrawn", value: "before this was reported" }] : []),
    ],
    ...(duration === undefined ? {} : { took: elapsed(duration) }),
  };
}

function recorded(entries: readonly LedgerEntry[]): Chapter {
  const numbers = entries.map((entry) => wholeNumber(entry.sequence));
  return {
    phase: 6,
    title: "Record",
    sentence: `${wholeNumber(entries.length)} ${entries.length === 1 ? "entry" : "entries"} in the ledger, chained and signed.`,
    tone: "plain",
    facts: [{ term: entries.length === 1 ? "Entry" : "Entries", value: numbers.join(", ") }],
  };
}

function sentenceOf(reason: ReasonCode | undefined): string {
  return reason === undefined ? "" : `${reasons[reason]}.`;
}

function took({ body }: LedgerEntry, phase: string): { readonly took?: string } {
  const microseconds = numberIn(objectIn(body["microseconds"])[phase]);
  return microseconds === undefined ? {} : { took: fineElapsed(microseconds / 1000) };
}

function many(term: string, values: readonly string[]): readonly StoryFact[] {
  return values.map((value) => ({ term, value, verbatim: true }));
}

function textFact(term: string, value: Json | undefined): readonly StoryFact[] {
  return typeof value === "string" && value !== "" ? [{ term, value, verbatim: true }] : [];
}

const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const numberIn = (value: Json | undefined): number | undefined => (typeof value === "number" ? value : undefined);
const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
const listIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((each): each is JsonObject => isJsonObject(each)) : [];

function findingsIn(value: Json | undefined): readonly Finding[] {
  return listIn(value).flatMap((each) => {
    const { id, score: points, threat, reason, technique } = each;
    if (typeof points !== "number" || typeof threat !== "string") return [];
    const more = typeof technique === "string" ? { technique } : {};
    return [{ id: textIn(id), score: points, threat, reason: textIn(reason), ...more }];
  });
}
