// Entries as OCSF events, one a line: what security tools read. What the schema has no place for is kept in `unmapped`.
import type { LedgerEntry } from "../../../../shared/domain/audit.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../shared/lib/json.ts";
import { reasons } from "../../../../shared/domain/verdict.ts";
import { classified, classOf, controlOf, ocsfVersion, riskOf, severityOf, statusOf } from "./ocsf-classes.ts";

const ocsfProduct = { name: "Gatehouse", vendor_name: "Gatehouse" } as const;

/** `intentOf` finds the intent an entry belongs to: a denial without the command would tell little. */
export function* ocsfText(
  pages: Iterable<readonly LedgerEntry[]>,
  intentOf: (entry: LedgerEntry) => LedgerEntry | undefined,
): Iterable<string> {
  for (const page of pages) {
    yield page.map((entry) => `${JSON.stringify(ocsfEvent(entry, intentOf(entry)))}\n`).join("");
  }
}

export function ocsfEvent(entry: LedgerEntry, intent: LedgerEntry | undefined): JsonObject {
  const actor = actorOf(entry);
  const api = apiOf(entry);
  const finding = classOf(entry) === "finding";
  return {
    ...classified(entry),
    time: entry.at,
    ...severityOf(entry),
    message: entry.summary,
    metadata: {
      version: ocsfVersion,
      product: ocsfProduct,
      profiles: ["security_control"],
      log_name: "ledger",
      uid: entry.hash,
      sequence: entry.sequence,
      ...(entry.intentId === undefined ? {} : { correlation_uid: entry.intentId }),
    },
    ...(finding ? findingOf(entry, intent, actor, api) : { ...statusOf(entry), actor, api, src_endpoint: endpoint }),
    ...controlOf(entry),
    ...policyOf(entry),
    ...riskOf(entry),
    ...resourcesOf(entry),
    unmapped: { ...aosOf(entry, intent), gatehouse: restOf(entry) },
  };
}

const endpoint = { type_id: 99, type: "AI Agent", name: "AI Agent Endpoint" } as const;

function findingOf(
  entry: LedgerEntry,
  intent: LedgerEntry | undefined,
  actor: JsonObject,
  api: JsonObject,
): JsonObject {
  const found = listOf(entry.body["findings"]);
  const techniques = [...new Set(found.map((finding) => finding["technique"]).filter((id) => typeof id === "string"))];
  return {
    status_id: 1,
    status: "New",
    is_alert: true,
    finding_info: {
      uid: entry.hash,
      title: entry.reason === undefined ? "An agent did what was not approved" : reasons[entry.reason],
      desc: entry.summary,
      created_time: entry.at,
      types: ["Policy Violation"],
      ...(entry.rule === undefined
        ? {}
        : { analytic: { type_id: 1, type: "Rule", uid: entry.rule, name: entry.rule } }),
      ...(techniques.length === 0 ? {} : { attacks: techniques.map((uid) => ({ technique: { uid } })) }),
    },
    evidences: [
      {
        actor,
        api,
        ...(intent === undefined ? {} : { data: { action: intent.summary, arguments: argumentsOf(intent) } }),
      },
    ],
  };
}

/** Name and version are parts of the identifier: did:aeon:NAME:VERSION:KEY. */
function agentParts(agentDid: string): { readonly name: string; readonly version?: string } {
  const [scheme, , name, version, key] = agentDid.split(":");
  if (scheme !== "did" || name === undefined || name === "") return { name: agentDid };
  return { name, ...(version === undefined || key === undefined ? {} : { version }) };
}

function actorOf({ agentDid, sessionId, body }: LedgerEntry): JsonObject {
  const session = sessionId === undefined ? {} : { session: { uid: sessionId } };
  if (agentDid !== undefined) {
    return { user: { uid: agentDid, name: agentParts(agentDid).name, type_id: 99, type: "AI Agent" }, ...session };
  }
  const person = body["actor"];
  const user = typeof person === "string" ? { name: person, type_id: 1, type: "User" } : undefined;
  return { app_name: ocsfProduct.name, ...(user === undefined ? {} : { user }), ...session };
}

/** AOS steps without a tool are recorded as one: steps/message, agent/inventory. */
const toolless = /^(?:steps|agent)\//;

function usesTool({ protocol, tool }: LedgerEntry): boolean {
  return tool !== undefined && (protocol !== "aos" || !toolless.test(tool));
}

function apiOf(entry: LedgerEntry): JsonObject {
  const { kind, tool, intentId, protocol } = entry;
  return {
    operation: usesTool(entry) ? "tools/call" : (tool ?? `gatehouse/${kind}`),
    service: { name: tool ?? ocsfProduct.name },
    ...(intentId === undefined ? {} : { request: { uid: intentId } }),
    ...(protocol === undefined ? {} : { group: { name: protocol } }),
  };
}

function policyOf({ body }: LedgerEntry): JsonObject {
  const { policy_version: version, constitution_hash: uid } = body;
  if (version === undefined || uid === undefined) return {};
  return { policy: { name: "Constitution", uid, version } };
}

function resourcesOf({ paths = [], hosts = [] }: LedgerEntry): JsonObject {
  const resources = [
    ...paths.map((name) => ({ type: "File", name })),
    ...hosts.map((name) => ({ type: "Host", name })),
  ];
  return resources.length === 0 ? {} : { resources };
}

/** What AOS keeps beside the schema: the tool call, who asked, and the step of the turn. */
function aosOf(entry: LedgerEntry, intent: LedgerEntry | undefined): JsonObject {
  const { agentDid, sessionId, intentId, tool } = entry;
  if (agentDid === undefined) return {};
  const context = objectOf(intent?.body["context"]);
  const { turnId, reasoning } = context;
  const usedTool = usesTool(entry) ? tool : undefined;
  return {
    aos: {
      ...(usedTool === undefined
        ? {}
        : { tool_call: { name: usedTool, ...(intent === undefined ? {} : { arguments: argumentsOf(intent) }) } }),
      context: {
        agent: { id: agentDid, ...agentParts(agentDid) },
        ...(sessionId === undefined ? {} : { session: { id: sessionId } }),
      },
      ...(intentId === undefined
        ? {}
        : {
            step: {
              id: context["stepId"] ?? intentId,
              type: usedTool === undefined ? (tool ?? "").replace(toolless, "") : "toolCall",
              ...(turnId === undefined ? {} : { turn_id: turnId }),
              ...(reasoning === undefined ? {} : { reasoning }),
            },
          }),
    },
  };
}

/** Everything that has no place of its own above. */
function restOf(entry: LedgerEntry): JsonObject {
  const { at: _at, hash: _hash, sequence: _sequence, summary: _summary, paths: _paths, hosts: _hosts, ...rest } = entry;
  return { ...rest };
}

function argumentsOf(intent: LedgerEntry): JsonObject {
  return objectOf(intent.body["arguments"]);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
