// The thread for drafts of a policy: compiles them and tries them on the past while the main thread answers agents.
import type { PolicyCheck } from "../../../shared/contract/policy-api.ts";
import { normaliser } from "../../engine/normalise/index.ts";
import { compilePolicy } from "../../engine/policy/document/compile.ts";
import type { PolicyTools } from "../../engine/policy/document/compile-rules.ts";
import { sha256 } from "../../machine/clock.ts";
import { findSecrets } from "../../machine/secrets/secrets.ts";
import { createWorld, usualWorld } from "../../machine/world.ts";
import { hostWorker } from "../../workers/worker-host.ts";
import { draftProtocol } from "./messages.ts";
import { whatIf } from "./what-if.ts";

const host = hostWorker(draftProtocol);
const { directory, home, gatehouse, processIds } = host.data;

const world = createWorld({ home, gatehouse, findSecrets });
const tools: PolicyTools = {
  sha256,
  world,
  factsOf: normaliser(world),
  usual: { world: usualWorld, factsOf: normaliser(usualWorld) },
  offsetMinutes: (now) => -new Date(now).getTimezoneOffset(),
  processIds,
};

function check(text: string): PolicyCheck {
  const compiled = compilePolicy({ text, name: "policy.yaml" }, tools);
  if (!compiled.ok) return { problems: compiled.error };
  const { version, constitutionHash, document } = compiled.value;
  const { rules, sequences } = document;
  return {
    problems: [],
    loaded: { version, constitutionHash, rules: rules.length, sequences: sequences.length },
  };
}

host.serve({
  answers: {
    check,
    whatIf: (run, progress) => whatIf(run, { directory, world, tools, progress }),
  },
});
