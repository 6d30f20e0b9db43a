// Reads the texts of a step that is not a tool call: finds secrets that would leave and orders that would arrive, and cuts them out
// where that is possible.
import type { Intent, TextOrigin, TextStep } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { escalateThreshold } from "./decide.ts";
import { cutMark, cutPassages, findingsIn, newCutBudget, type Relevant } from "./passages.ts";
import type { SecretScanner } from "../ports.ts";
import { redactText } from "../intents/redact.ts";
import { severity } from "../risk/bands.ts";
import { scoreOf } from "../risk/combine.ts";

/** Short texts are looked at together: an order may be spread over several, and one look costs less than many. */
const shortText = 400;
const longestBundle = 8000;
/** More texts than this that could each hold an order are not looked at one by one. */
const mostSuspects = 1000;

/** Signs of orders hidden in other people's text. A user may well say what the answer should look like. */
const foreignOnly: ReadonlySet<string> = new Set([
  "shapes-the-answer",
  "code-to-include",
  "request-in-table",
  "request-in-text",
  "new-instructions",
  "task-before-task",
  "tool-claims-priority",
  "role-opened",
  "persona-for-machine",
  "answers-prescribed",
]);

const relevantFor: Readonly<Record<TextOrigin, Relevant>> = {
  foreign: () => true,
  unclear: () => true,
  user: (finding) => !foreignOnly.has(finding.id),
  agent: () => false,
};

export interface InspectedText {
  /** About what would pass: after a cut they name what was taken out, as notes. */
  readonly findings: readonly Finding[];
  /** The arguments that must change, and how. */
  readonly changed?: JsonObject;
}

export function inspectText(intent: Intent, step: TextStep, findSecrets: SecretScanner): InspectedText {
  const given = intent.findings ?? [];
  const texts = textsOf(intent.arguments);
  const leaving = mayLeave(step) ? withoutSecrets(texts, step, findSecrets) : nothing;
  const rest = texts.map(([place, text]) => [place, leaving.redacted[place] ?? text] as const);
  const coming = step.origin === "agent" ? { findings: [] } : withoutOrders(rest, step);
  const all = [...given, ...leaving.findings, ...coming.findings]
    .toSorted((left, right) => right.score - left.score)
    .map(({ evidence, ...finding }) => ({
      ...finding,
      ...(evidence === undefined ? {} : { evidence: redactText(evidence, findSecrets) }),
    }));
  const changes = { ...step.amended, ...leaving.redacted, ...coming.changed };
  return { findings: all, ...(Object.keys(changes).length === 0 ? {} : { changed: changes }) };
}

function mayLeave({ origin }: TextStep): boolean {
  return origin === "agent" || origin === "unclear";
}

export type Texts = readonly (readonly [place: string, text: string])[];

export function textsOf(given: JsonObject): Texts {
  return Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

interface Redacted {
  readonly findings: readonly Finding[];
  /** The texts that change, as they may leave. */
  readonly redacted: Readonly<Record<string, string>>;
}

const nothing: Redacted = { findings: [], redacted: {} };

/** Secrets in the agent's own words, each named by its kind alone. */
function withoutSecrets(texts: Texts, step: TextStep, findSecrets: SecretScanner): Redacted {
  const findings: Finding[] = [];
  const redacted: Record<string, string> = {};
  for (const [place, text] of texts) {
    const kinds = new Set(findSecrets(text).map((match) => match.kind));
    if (kinds.size === 0) continue;
    if (step.changeable) redacted[place] = redactText(text, findSecrets);
    const done = step.changeable ? "was cut out of" : "stands in";
    findings.push({
      id: "secret-leaves",
      score: step.changeable ? severity.note : severity.deny,
      threat: "Secret exposure",
      reason: `A secret (${[...kinds].join(", ")}) ${done} ${place}`,
    });
  }
  return { findings, redacted };
}

/** Orders in a text that has none to give. What a human would be asked about, or what would be denied, is cut out. */
function withoutOrders(texts: Texts, step: TextStep): InspectedText {
  const relevant = relevantFor[step.origin];
  const bundles = bundlesOf(texts).map((bundle) => ({ ...bundle, findings: findingsIn(bundle.text, relevant) }));
  const findings = distinct(bundles.flatMap((bundle) => bundle.findings));
  // Half of a user's message would not be what the user said.
  if (scoreOf(findings) < escalateThreshold || !step.changeable || step.origin === "user") return { findings };
  const suspects = bundles
    .filter((bundle) => scoreOf(bundle.findings) >= escalateThreshold)
    .flatMap(({ parts }) => parts);
  if (suspects.length > mostSuspects) return { findings };
  const { notes, changed } = cutOut(suspects, relevant);
  const rest = texts.map(([place, text]) => [place, changed[place] ?? text] as const);
  const remaining = distinct(bundlesOf(rest).flatMap(({ text }) => findingsIn(text, relevant)));
  const readable = rest.some(([, text]) => /[\p{L}\p{N}]/u.test(text.replaceAll(cutMark, "")));
  // Nothing is left to go on with, or the order is spread over several texts, no single one of which is at fault.
  if (notes.length === 0 || !readable || scoreOf(remaining) >= escalateThreshold) return { findings };
  return { findings: [...notes, ...remaining], changed };
}

/** What was cut out is reported as notes: the score is about what is left. */
function cutOut(suspects: Texts, relevant: Relevant) {
  const notes: Finding[] = [];
  const changed: Record<string, string> = {};
  const budget = newCutBudget();
  for (const [place, text] of suspects) {
    const found = findingsIn(text, relevant);
    if (scoreOf(found) < escalateThreshold) continue;
    changed[place] = cutPassages(text, relevant, budget) ?? cutMark;
    for (const finding of found) {
      notes.push({ ...finding, score: severity.note, reason: `Cut out of ${place}: ${finding.reason}` });
    }
  }
  return { notes, changed };
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()];
}

interface Bundle {
  readonly text: string;
  readonly parts: Texts;
}

/** Long texts alone, short ones together. */
function bundlesOf(texts: Texts): readonly Bundle[] {
  const bundles: Bundle[] = [];
  let parts: (readonly [string, string])[] = [];
  let length = 0;
  const close = (): void => {
    if (parts.length > 0) bundles.push({ text: parts.map(([, text]) => text).join("\n"), parts });
    parts = [];
    length = 0;
  };
  for (const part of texts) {
    const [, text] = part;
    if (text.length > shortText) bundles.push({ text, parts: [part] });
    else {
      if (length + text.length > longestBundle) close();
      parts.push(part);
      length += text.length;
    }
  }
  close();
  return bundles;
}
