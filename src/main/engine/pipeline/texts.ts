// Texts in the pipeline: the phases as they apply to a step that is not a tool call. Texts run nothing, so no rule is about them.
import { nothingDone } from "../../../shared/domain/facts.ts";
import type { Intent, TextStep } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { type CapabilityManifest, type Condition, reasons } from "../../../shared/domain/verdict.ts";
import { actionOf } from "../intents/action.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import { combine, type ModelAssessment, scoreOf } from "../risk/combine.ts";
import { inspectText, textsOf } from "./inspect-text.ts";
import type { Findings, IntentKind } from "./intent-kind.ts";

/** What a text runs with: nothing. */
const noManifest: CapabilityManifest = {
  maxMemoryMb: 0,
  maxCpuPercent: 0,
  timeoutSeconds: 0,
  networkAllowed: false,
  filesystemScope: [],
};

const noRule: PolicyDecision = { effect: "none", reason: "risk_low", text: "", conditions: [] };

export function textKind(step: TextStep): IntentKind {
  return {
    isAction: false,
    extractFacts({ world: { findSecrets } }, intent) {
      const secrets = textsOf(intent.arguments).flatMap(([place, text]) =>
        [...new Set(findSecrets(text).map((match) => match.kind))].map((kind) => ({ kind, where: place })),
      );
      let assessment: Findings | undefined;
      return {
        facts: {
          ...nothingDone,
          tool: "other",
          givenTool: intent.tool,
          title: step.title,
          secrets,
          // Words can always be put another way, so no grant for this text may be widened.
          uninspected: [{ part: intent.tool, why: "language" }],
        },
        assess() {
          if (assessment === undefined) {
            const inspected = inspectText(intent, step, findSecrets);
            assessment = { score: scoreOf(inspected.findings), ...inspected };
          }
          return assessment;
        },
      };
    },
    /** The model reads what would pass, after the cuts. The agent's own words give orders to nobody. */
    modelQuestion(intent, { assess }) {
      const { origin } = step;
      if (origin === "agent") return undefined;
      const texts = textsOf({ ...intent.arguments, ...assess().changed });
      return { kind: "text", text: texts.map(([, text]) => text).join("\n"), origin };
    },
    applyPolicy({ policies, grants, digests }, intent, facts, requester, now) {
      const snapshot = policies.current();
      const capabilities = snapshot.capabilitiesFor(intent.agentDid);
      return {
        snapshot,
        standing: requester.standing([intent.tool]),
        decision: noRule,
        grant: grants.find(() => actionOf(digests, intent, facts), now),
        staysInObserveMode: () => false,
        marks: [],
        limits: { capabilities, conditions: [] },
      };
    },
    assessRisk(_ports, intent, { assess }, model) {
      const assessment = assess();
      const risk = combine(assessment, withinTexts(model, intent));
      const { changed } = assessment;
      return changed === undefined ? { risk } : { risk, cut: cutOf(intent.arguments, changed) };
    },
    buildManifest: () => noManifest,
    describe: ({ givenTool }) => `It hands on text by ${givenTool}`,
    /** A text has no manifest, and it was the risk assessment that cut something out of it, not a rule. */
    present({ manifest: _manifest, ...verdict }) {
      return verdict.reason === "content_cut" ? { ...verdict, decider: "risk", phase: 3 } : verdict;
    },
    publicArguments: sizesOf,
  };
}

/** Below the lines at which a text is denied, and at which somebody is asked. */
const mostAlone = 0.79;
const mostForLong = 0.69;
/** What the model was trained on is shorter; it takes long documents about agents for orders. */
const longText = 6_000;

/** A model that alone objects to a text may ask, not deny; about a long one it may only warn. Rules find orders in those. */
function withinTexts(model: ModelAssessment, intent: Intent): ModelAssessment {
  const length = textsOf(intent.arguments).reduce((sum, [, text]) => sum + text.length, 0);
  return { ...model, score: Math.min(model.score, length > longText ? mostForLong : mostAlone) };
}

function cutOf(given: JsonObject, changed: JsonObject): PolicyDecision {
  const condition: Condition = {
    kind: "arguments",
    text: `Go on with these texts, not the given ones: ${Object.keys(changed).join(", ")}.`,
    value: { ...given, ...changed },
  };
  return { effect: "condition", reason: "content_cut", text: `${reasons.content_cut}.`, conditions: [condition] };
}

/** How long each text is: what listeners may know of it. */
function sizesOf(texts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(texts).map(([place, text]) => [
      place,
      typeof text === "string" ? `[${text.length} characters]` : null,
    ]),
  );
}
