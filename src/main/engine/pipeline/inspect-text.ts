// Phases 1 to 4 for a step that is no tool call: its texts are judged, and what may not pass is cut out where that is possible.
import { type Facts, nothingDone } from "../../shared/facts.ts";
import type { Intent, TextOrigin, TextStep } from "../../shared/intent.ts";
import type { JsonObject } from "../../shared/json.ts";
import { type CapabilityManifest, type Condition, type Finding, reasons, type Verdict } from "../../shared/verdict.ts";
import { actionOf } from "./action.ts";
import { askModel } from "./ask-model.ts";
import { decide, escalateThreshold } from "./decide.ts";
import type { Asker, Evaluation, EvaluationPorts } from "./evaluate.ts";
import { cutMark, cutPassages, findingsIn, newCutBudget, type Relevant } from "./passages.ts";
import type { PolicyDecision } from "./policy/snapshot.ts";
import type { SecretScanner } from "./ports.ts";
import { redactText } from "./redact.ts";
import { severity } from "./risk/bands.ts";
import { combine, type ModelAssessment, scoreOf } from "./risk/combine.ts";

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

/** What a text runs with: nothing. */
const noManifest: CapabilityManifest = {
  maxMemoryMb: 0,
  maxCpuPercent: 0,
  timeoutSeconds: 0,
  networkAllowed: false,
  filesystemScope: [],
};

export async function evaluateText(
  ports: EvaluationPorts,
  intent: Intent,
  step: TextStep,
  asker: Asker,
): Promise<Evaluation> {
  const started = ports.microseconds();
  const now = ports.clock.now();
  const facts = factsOf(intent, step, ports.world.findSecrets);
  const factsDone = ports.microseconds();
  const judged = judge(intent, step, ports.world.findSecrets);
  const model = await secondOpinion(ports, intent, step, judged.changed);
  const risk = combine({ score: scoreOf(judged.findings), findings: judged.findings }, model);
  const riskDone = ports.microseconds();
  const standing = asker.standing([intent.tool]);
  const snapshot = ports.policies.current();
  const grant = ports.grants.find(() => actionOf(ports.sha256, intent, facts), now);
  const settings = ports.settings.current();
  const decided = decide({
    intentId: intent.intentId,
    deed: `It hands on text by ${intent.tool}`,
    ...(standing === undefined ? {} : { standing }),
    policy: policyOf(intent.arguments, judged.changed),
    policyVersion: snapshot.version,
    constitutionHash: snapshot.constitutionHash,
    mode: settings.observe === null ? "enforce" : "observe",
    risk,
    ...(grant === undefined ? {} : { grant }),
    settings,
    manifest: noManifest,
    now,
  });
  return {
    facts,
    verdict: asText(decided),
    timings: { facts: factsDone - started, policy: 0, risk: riskDone - factsDone, manifest: 0 },
    agentName: asker.agent.name,
    marks: [],
    ...(decided.reason === "grant" && grant !== undefined ? { grantId: grant.grantId } : {}),
  };
}

/** The model reads what would pass, after the cuts. The agent's own words give no orders to anybody. */
async function secondOpinion(
  ports: EvaluationPorts,
  intent: Intent,
  { origin }: TextStep,
  changed: JsonObject = {},
): Promise<ModelAssessment> {
  if (origin === "agent") return { status: "off", score: 0 };
  const texts = textsOf({ ...intent, arguments: { ...intent.arguments, ...changed } });
  return askModel(ports, { kind: "text", text: texts.map(([, text]) => text).join("\n"), origin });
}

/** A text has no manifest, and no rule of the policy cuts anything out of it. */
function asText(verdict: Verdict): Verdict {
  const { manifest: _manifest, ...rest } = verdict;
  return verdict.reason === "content_cut" ? { ...rest, decider: "risk", phase: 3 } : rest;
}

function policyOf(given: JsonObject, changed: JsonObject | undefined): PolicyDecision {
  if (changed === undefined) return { effect: "none", reason: "risk_low", text: "", conditions: [] };
  const condition: Condition = {
    kind: "arguments",
    text: `Go on with these texts, not the given ones: ${Object.keys(changed).join(", ")}.`,
    value: { ...given, ...changed },
  };
  return { effect: "condition", reason: "content_cut", text: `${reasons.content_cut}.`, conditions: [condition] };
}

interface Judged {
  /** About what would pass: after a cut they name what was taken out, as notes. */
  readonly findings: readonly Finding[];
  /** The arguments that must change, and how. */
  readonly changed?: JsonObject;
}

function judge(intent: Intent, step: TextStep, findSecrets: SecretScanner): Judged {
  const given = intent.findings ?? [];
  const texts = textsOf(intent);
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

type Texts = readonly (readonly [place: string, text: string])[];

function textsOf(intent: Intent): Texts {
  return Object.entries(intent.arguments).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** How long each text is: what listeners may know of it. */
export function sizesOf(texts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(texts).map(([place, text]) => [
      place,
      typeof text === "string" ? `[${text.length} characters]` : null,
    ]),
  );
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
function withoutOrders(texts: Texts, step: TextStep): Judged {
  const relevant = relevantFor[step.origin];
  const bundles = bundlesOf(texts).map((bundle) => ({ ...bundle, findings: findingsIn(bundle.text, relevant) }));
  const findings = distinct(bundles.flatMap((bundle) => bundle.findings));
  // A user's message is one voice: half of it would not be what the user said.
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

/** What was cut out is told as notes: the score is about what is left. */
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

function factsOf(intent: Intent, step: TextStep, findSecrets: SecretScanner): Facts {
  return {
    ...nothingDone,
    tool: "other",
    givenTool: intent.tool,
    title: step.title,
    secrets: textsOf(intent).flatMap(([place, text]) =>
      [...new Set(findSecrets(text).map((match) => match.kind))].map((kind) => ({ kind, where: place })),
    ),
    // Words can always be put another way, so no grant for this one may be widened to its like.
    uninspected: [{ part: intent.tool, why: "language" }],
  };
}
