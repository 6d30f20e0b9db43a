// Tool calls in the pipeline: the phases as they apply to actions.
import { describeAction } from "../grants/grants.ts";
import { applyPolicy } from "./apply-policy.ts";
import { assessRisk } from "./assess-risk.ts";
import { extractFacts } from "./extract-facts.ts";
import type { IntentKind } from "./intent-kind.ts";
import { buildManifest } from "./manifest.ts";

export const toolCall: IntentKind = {
  isAction: true,
  extractFacts,
  modelQuestion: ({ arguments: given, relayed = false }, { facts, assess }) => ({
    kind: "call",
    facts,
    findings: assess().findings,
    arguments: given,
    relayed,
  }),
  applyPolicy,
  assessRisk,
  buildManifest,
  describe: describeAction,
  present: (verdict) => verdict,
  publicArguments: (_given, redacted) => redacted(),
};
