// Wires the policy: the file in force, and what people do with it: text, drafts, templates, versions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicyTemplate, PolicyText } from "../../shared/contract/policy-api.ts";
import { fail, ok } from "../../shared/lib/result.ts";
import { describeProblem } from "../../shared/domain/policy.ts";
import type { PolicyDrafts } from "../services/policy-drafts/index.ts";
import { compilePolicy } from "../engine/policy/document/compile.ts";
import type { AgentView } from "../engine/rules/input.ts";
import type { PolicyTools } from "../engine/policy/document/compile-rules.ts";
import type { Clock, Ledger, SecretScanner, SettingsSource } from "../engine/ports.ts";
import { policyEntry, policyRefusedEntry, type RecordEntry } from "../services/system-entries.ts";
import { sha256 } from "../machine/clock.ts";
import { migrateObserveMode } from "../machine/policy/observe-migration.ts";
import { openPolicyFile, type PolicyFile } from "../machine/policy/policy-file.ts";
import type { SettingsFile } from "../machine/settings-file.ts";
import type { PolicyVersions } from "../machine/policy/policy-versions.ts";
import { type PolicyApi, refuse } from "../operations/ports.ts";
import type { EventBus } from "../telemetry/events.ts";

export interface PolicyParts {
  readonly directory: string;
  readonly resourcesDirectory: string;
  readonly tools: PolicyTools;
  readonly versions: PolicyVersions;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly record: RecordEntry;
  readonly findSecrets: SecretScanner;
  /** Another policy is in force. */
  readonly changed: () => void;
  readonly settings: Pick<SettingsFile, "save">;
}

/** Policies of earlier versions could observe by themselves; now that is a switch on top of them. */
async function moveObserveMode(parts: PolicyParts): Promise<void> {
  const { directory, resourcesDirectory, tools, versions, clock, record, settings } = parts;
  const template = templateIn(resourcesDirectory, "balanced");
  if (!migrateObserveMode({ directory, template, tools, versions })) return;
  const observe = { by: "migration", since: clock.now() };
  const saved = settings.save({ observe });
  const summary = saved.ok
    ? "Observe mode moved out of the policy: it is a switch now, and is on"
    : "Observe mode moved out of the policy; the switch could not be saved, so rules are enforced";
  await record({
    kind: "setting",
    summary,
    body: { actor: "migration", after: { observe: saved.ok ? observe : null } },
  });
}

/** The policy in force, from its file: what changes there is kept, recorded and told, and what is refused too. */
export async function openPolicy(parts: PolicyParts): Promise<ReturnType<typeof openPolicyFile>> {
  const { directory, resourcesDirectory, tools, versions, clock, events, record, findSecrets, changed } = parts;
  try {
    await moveObserveMode(parts);
  } catch (error) {
    return fail(`Observe mode cannot be taken out of the policy: ${error instanceof Error ? error.message : ""}`);
  }
  return openPolicyFile({
    directory,
    template: templateIn(resourcesDirectory, "balanced"),
    tools,
    now: clock.now,
    onChange: (snapshot, how, text) => {
      const { version, constitutionHash } = snapshot;
      events.publish({ type: "policy_changed", at: clock.now(), version, constitutionHash });
      // What people save is recorded before it is written.
      const textSha256 = versions.keep(text);
      if (how === "file" || how === "decision") void record(policyEntry(snapshot, { how, actor: how, textSha256 }));
      changed();
    },
    onProblems: (path, problems) => {
      const lines = problems.map((problem) => `${path}:${describeProblem(problem)}`);
      for (const line of lines) console.error(`The policy was not changed. ${line}`);
      events.publish({ type: "policy_refused", at: clock.now(), problems: lines });
      void record(policyRefusedEntry(path, lines, findSecrets));
    },
  });
}

export interface PolicyApiParts {
  readonly policy: PolicyFile;
  readonly versions: PolicyVersions;
  readonly drafts: PolicyDrafts;
  readonly tools: PolicyTools;
  readonly resourcesDirectory: string;
  readonly settings: SettingsSource;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly agents: () => readonly AgentView[];
}

/** A change is recorded before it is made. */
export function buildPolicyApi(parts: PolicyApiParts): PolicyApi {
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
  record: RecordEntry,
): Promise<void> {
  const text = policy.text();
  if (versions.latest() === sha256(text)) return;
  const textSha256 = versions.keep(text);
  await record(policyEntry(policy.current(), { how: "start", actor: "start", textSha256 }));
}

function policyTextOf(policy: PolicyFile): PolicyText {
  const { version, constitutionHash } = policy.current();
  const text = policy.text();
  const broken = policy.brokenText();
  const problems = policy.problems();
  return {
    text,
    id: sha256(text),
    path: policy.path,
    version,
    constitutionHash,
    problems: problems.map(describeProblem),
    ...(broken === undefined ? {} : { file: { text: broken, id: sha256(broken), problems } }),
  };
}

const templates: Readonly<Record<string, string>> = {
  balanced:
    "Honest work passes without a question. What nobody wants is denied, what a person should see once is asked, and the risk score decides the rest.",
  strict: "Agents work inside their workspace and reach a short list of hosts. A person answers for the rest.",
};

function templatesIn(resourcesDirectory: string): readonly PolicyTemplate[] {
  return Object.entries(templates).map(([name, about]) => ({
    name,
    about,
    text: templateIn(resourcesDirectory, name),
  }));
}

function templateIn(resourcesDirectory: string, name: string): string {
  return readFileSync(join(resourcesDirectory, "policies", `${name}.yaml`), "utf8");
}
