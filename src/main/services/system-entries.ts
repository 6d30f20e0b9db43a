// Ledger entries about the house itself: agents that appear and fall silent, policies, start and stop.
import type { StoredAgent } from "../identity/index.ts";
import type { NewEntry } from "../../shared/domain/audit.ts";
import type { JsonObject } from "../../shared/lib/json.ts";
import type { PolicyChangeKind } from "../../shared/contract/policy-api.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import type { SecretScanner } from "../engine/ports.ts";
import { redactText } from "../engine/intents/redact.ts";
import type { PolicySnapshot } from "../engine/policy/snapshot.ts";

type Entry = Omit<NewEntry, "at">;

/** Writes it down, now. What must be recorded before it happens appends to the ledger for itself. */
export type RecordEntry = (entry: Entry) => Promise<void>;

const mostProblems = 20;

export function registeredEntry(agent: StoredAgent): Entry {
  return {
    kind: "registration",
    agentDid: agent.agentDid,
    protocol: "a2g",
    summary: `${agent.name} registered`,
    body: { event: "registered", capabilities: agent.capabilitiesRequested ?? [], pairing: agent.pairing },
  };
}

export function noticedEntry(kind: "appeared" | "key_proposed", agent: AgentSummary): Entry {
  const what = kind === "appeared" ? "was seen for the first time" : "came with another key";
  return {
    kind: "registration",
    agentDid: agent.agentDid,
    summary: `${agent.name} ${what}`,
    body: { event: kind, state: agent.state },
  };
}

/** What an agent's hook reports beside its calls: sessions, subagents, compaction. The detail is redacted already. */
export function hookNoticeEntry(agentDid: string, name: string, detail: JsonObject): Entry {
  return { kind: "registration", agentDid, protocol: "hook", summary: name, body: { event: name, detail } };
}

export function mcpNoticeEntry(agentDid: string, name: string, detail: JsonObject): Entry {
  return { kind: "registration", agentDid, protocol: "mcp", summary: name, body: { event: name, detail } };
}

export function connectorEntry(id: string, action: string, files: readonly string[], actor: string): Entry {
  return {
    kind: "setting",
    summary: `${actor}: ${action} ${id}`,
    body: { event: "connector", id, action, files, actor },
  };
}

export function silentEntry(agent: AgentSummary): Entry {
  return { kind: "heartbeat_missed", agentDid: agent.agentDid, summary: `${agent.name} is silent`, body: {} };
}

/** How a policy came into force, and whose doing it was. The text is kept beside the ledger, under its hash. */
export interface PolicyChange {
  readonly how: PolicyChangeKind;
  readonly actor: string;
  readonly textSha256: string;
}

const changeWords: Readonly<Record<PolicyChangeKind, string>> = {
  start: "found at the start",
  file: "changed in the file",
  decision: "changed by a lasting decision",
  saved: "saved",
  restored: "restored",
};

export function policyEntry({ version, constitutionHash }: PolicySnapshot, change: PolicyChange): Entry {
  const { how, actor, textSha256 } = change;
  const by = how === "saved" || how === "restored" ? ` by ${actor}` : "";
  return {
    kind: "policy",
    summary: `Policy ${version} in force: ${changeWords[how]}${by}`,
    body: { version, constitution_hash: constitutionHash, how, actor, text_sha256: textSha256 },
  };
}

/** A file that does not load changes nothing, but somebody wrote it. */
export function policyRefusedEntry(path: string, problems: readonly string[], findSecrets: SecretScanner): Entry {
  const lines = problems.slice(0, mostProblems).map((line) => redactText(line, findSecrets));
  return {
    kind: "policy",
    summary: `${path} does not load and is not used: ${lines[0] ?? "no reason given"}`,
    body: { event: "refused", path, problems: lines },
  };
}

export function lifecycleEntry(event: "start" | "stop", version: string, pid: number): Entry {
  const word = event === "start" ? "started" : "stopped";
  return { kind: "lifecycle", summary: `Gatehouse ${version} ${word}`, body: { event, version, pid } };
}

export function retentionEntry(removed: number, before: number): Entry {
  const day = new Date(before).toISOString().slice(0, 10);
  return {
    kind: "lifecycle",
    summary: `What was recorded before ${day} is archived: ${removed} entries in all`,
    body: { event: "retention", removed, before },
  };
}
