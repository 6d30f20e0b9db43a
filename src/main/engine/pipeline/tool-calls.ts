// Tool calls in the pipeline: the phases as they apply to actions.
import { describeAction } from "../grants/grants.ts";
import { withoutMadePrograms } from "../sessions/provenance.ts";
import { applyPolicy } from "./apply-policy.ts";
import { assessRisk } from "./assess-risk.ts";
import { extractFacts } from "./extract-facts.ts";
import type { IntentKind } from "./intent-kind.ts";
import { buildManifest } from "./manifest.ts";

export const toolCall: IntentKind = {
  isAction: true,
  extractFacts,
  modelQuestion: ({ arguments: given, relayed = false }, { facts, assess }, session) => ({
    kind: "call",
    facts,
    findings: withoutMadePrograms(assess().findings, facts, session),
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
