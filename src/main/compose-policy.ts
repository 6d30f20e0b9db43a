// Wires what people do with the policy: text, drafts, templates, versions. A change is recorded before it is made.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NewEntry } from "../shared/audit.ts";
import type { PolicyTemplate, PolicyText } from "../shared/policy-desk.ts";
import { fail, ok } from "../shared/result.ts";
import { describeProblem } from "./console-status.ts";
import type { Drafts } from "./drafts.ts";
import { compilePolicy } from "./engine/policy/compile.ts";
import type { AgentView } from "./engine/policy/snapshot.ts";
import type { PolicyTools } from "./engine/policy/speakers.ts";
import type { Clock, Ledger, SettingsSource } from "./engine/ports.ts";
import { policyEntry } from "./house-entries.ts";
import { sha256 } from "./machine/clock.ts";
import type { PolicyFile } from "./machine/policy-file.ts";
import type { PolicyVersions } from "./machine/policy-versions.ts";
import { type PolicyDesk, refuse } from "./operations/ports.ts";

export interface PolicyDeskParts {
  readonly policy: PolicyFile;
  readonly versions: PolicyVersions;
  readonly drafts: Drafts;
  readonly tools: PolicyTools;
  readonly resourcesDirectory: string;
  readonly settings: SettingsSource;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly agents: () => readonly AgentView[];
}

export function composePolicyDesk(parts: PolicyDeskParts): PolicyDesk {
  const { policy, versions, drafts, tools, settings, ledger, clock } = parts;
  return {
    text: () => {
      policy.reload();
      return policyTextOf(policy);
    },
    document: () => policy.current().document,
    trial: (text) => {
      const compiled = compilePolicy({ text, name: "draft" }, tools);
      return compiled.ok
        ? ok({ current: (workspace) => policy.trial(compiled.value, workspace) })
        : fail(compiled.error.slice(0, 1).map(describeProblem).join());
    },
    check: drafts.check,
    save: async (text, { how, actor }) => {
      const prepared = policy.prepare(text, how);
      if (!prepared.ok) return refuse("refused", prepared.error.map(describeProblem).join("\n"));
      const { snapshot, commit } = prepared.value;
      const textSha256 = versions.keep(text);
      try {
        await ledger.append([{ ...policyEntry(snapshot, { how, actor, textSha256 }), at: clock.now() }]);
      } catch {
        return refuse("unavailable", "The ledger cannot record the change, so the policy was not changed.");
      }
      const saved = commit();
      return saved.ok ? ok(policyTextOf(policy)) : refuse("refused", saved.error.map(describeProblem).join("\n"));
    },
    templates: () => templatesIn(parts.resourcesDirectory),
    versions,
    whatIf: {
      start: (runId, draft, from, to) => {
        const { highBand, verdictExpirySeconds } = settings.current();
        drafts.start(runId, {
          inForce: policy.text(),
          draft,
          from,
          to,
          settings: { highBand, verdictExpirySeconds },
          agents: parts.agents(),
        });
      },
      state: drafts.state,
      cancel: drafts.cancel,
    },
  };
}

/** A policy that was put into the folder while Gatehouse was closed is a version like any other. */
export async function recordStartingPolicy(
  policy: PolicyFile,
  versions: PolicyVersions,
  record: (entry: Omit<NewEntry, "at">) => Promise<void>,
): Promise<void> {
  const text = policy.text();
  if (versions.latest() === sha256(text)) return;
  const textSha256 = versions.keep(text);
  await record(policyEntry(policy.current(), { how: "start", actor: "start", textSha256 }));
}

function policyTextOf(policy: PolicyFile): PolicyText {
  const { version, constitutionHash, mode } = policy.current();
  const text = policy.text();
  const broken = policy.brokenText();
  const problems = policy.problems();
  return {
    text,
    id: sha256(text),
    path: policy.path,
    version,
    constitutionHash,
    mode,
    problems: problems.map(describeProblem),
    ...(broken === undefined ? {} : { file: { text: broken, id: sha256(broken), problems } }),
  };
}

const templates: Readonly<Record<string, string>> = {
  balanced:
    "Honest work passes without a question. What nobody wants is denied, what a person should see once is asked, and the risk score decides the rest.",
  strict: "Agents work inside their workspace and reach a short list of hosts. A person answers for the rest.",
  observe:
    "For the first days: nothing is held, and everything is recorded as it would have been decided. What is critical is denied even so.",
};

function templatesIn(resourcesDirectory: string): readonly PolicyTemplate[] {
  return Object.entries(templates).map(([name, about]) => {
    const text = readFileSync(join(resourcesDirectory, "policies", `${name}.yaml`), "utf8");
    return { name, about, text };
  });
}
