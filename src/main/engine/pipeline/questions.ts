// Questions in the pipeline: an agent asks a human by itself. Nothing runs, so no rule, grant or score answers in the human's place.
import { nothingDone } from "../../../shared/domain/facts.ts";
import type { AgentQuestion } from "../../../shared/domain/intent.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import { combine } from "../risk/combine.ts";
import type { IntentKind } from "./intent-kind.ts";

const asks: PolicyDecision = {
  effect: "escalate",
  reason: "agent_asks",
  text: `${reasons.agent_asks}.`,
  conditions: [],
};

const nothingFound = { score: 0, findings: [] };

export function questionKind({ text, options }: AgentQuestion): IntentKind {
  return {
    isAction: false,
    extractFacts({ world: { findSecrets } }, intent) {
      const kinds = [text, ...options].flatMap((words) => findSecrets(words).map((match) => match.kind));
      return {
        facts: {
          ...nothingDone,
          tool: "other",
          givenTool: intent.tool,
          title: "Asks you a question. Your answer allows no action",
          secrets: [...new Set(kinds)].map((kind) => ({ kind, where: "question" })),
          uninspected: [{ part: intent.tool, why: "language" }],
        },
        assess: () => nothingFound,
      };
    },
    modelQuestion: () => undefined,
    applyPolicy({ policies }, intent, _facts, requester) {
      const snapshot = policies.current();
      const capabilities = snapshot.capabilitiesFor(intent.agentDid);
      return {
        snapshot,
        standing: requester.standing([intent.tool]),
        decision: asks,
        grant: undefined,
        staysInObserveMode: () => true,
        marks: [],
        limits: { capabilities, conditions: [] },
      };
    },
    assessRisk: (_ports, _intent, _extracted, model) => ({ risk: combine(nothingFound, model) }),
    buildManifest: () => ({
      maxMemoryMb: 0,
      maxCpuPercent: 0,
      timeoutSeconds: 0,
      networkAllowed: false,
      filesystemScope: [],
    }),
    describe: () => "It asks a human a question and runs nothing",
    present: ({ manifest: _manifest, ...verdict }) => verdict,
    publicArguments: (_given, redacted) => redacted(),
  };
}
