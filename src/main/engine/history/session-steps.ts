// One step of a session: what was asked, what it reads, writes and sends, and what became of it.
import type { ActivityRow } from "../../../shared/contract/activity.ts";
import type { SessionStep, StepFile, StepHost } from "../../../shared/contract/sessions/sessions.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { Facts, HostFact } from "../../../shared/domain/facts.ts";
import type { Intent, Subagent } from "../../../shared/domain/intent.ts";
import { isJsonObject, type JsonObject } from "../../../shared/lib/json.ts";
import { factsOf, intentOf, isText } from "../intents/recorded.ts";

/** More than these in one step are too many to draw. */
const mostFiles = 12;
const mostHosts = 6;

/** `row` is the verdict it got when it came, `entry` the intent. */
export function stepOf(row: ActivityRow, entry: LedgerEntry, factsOfCall: (intent: Intent) => Facts): SessionStep {
  const intent = isText(entry) ? undefined : intentOf(entry);
  const facts = intent === undefined ? undefined : factsOf(intent, entry, () => factsOfCall(intent));
  const { score, level, life, headline, tone = "calm" } = row;
  const writes = intent === undefined || facts === undefined ? undefined : writtenMember(intent.arguments, facts);
  const subagent = subagentOf(entry);
  return {
    sequence: row.sequence,
    intentId: entry.intentId ?? "",
    at: entry.at,
    tool: entry.tool ?? "",
    headline: headline ?? entry.summary,
    tone,
    summary: entry.summary,
    ...(score === undefined ? {} : { score }),
    ...(level === undefined ? {} : { level }),
    ...(life === undefined ? {} : { life }),
    ...(subagent === undefined ? {} : { subagent }),
    delegates: facts?.tool === "delegate",
    files: facts === undefined ? [] : filesOf(facts),
    hosts: facts === undefined ? [] : hostsOf(facts),
    ...(writes === undefined ? {} : { writes }),
  };
}

/** What is run is read too. The strongest access of a path counts where a step has several. */
function filesOf({ paths }: Facts): readonly StepFile[] {
  const files = new Map<string, StepFile>();
  for (const { path, access, zone } of paths) {
    const known = files.get(path);
    const kind = access === "execute" ? "read" : access;
    if (known === undefined || (known.access === "read" && kind !== "read"))
      files.set(path, { path, zone, access: kind });
  }
  return [...files.values()].slice(0, mostFiles);
}

const directions = { download: "in", upload: "out", connect: "both" } as const satisfies Record<
  HostFact["direction"],
  StepHost["direction"]
>;

function hostsOf({ hosts, egress = [] }: Facts): readonly StepHost[] {
  const found = new Map<string, StepHost>();
  for (const { host, direction } of hosts) {
    const known = found.get(host);
    const next = directions[direction];
    found.set(host, { host, direction: known === undefined || known.direction === next ? next : "both" });
  }
  for (const { destination } of egress) {
    const host = [...found.keys()].find((each) => destination.includes(each));
    if (host === undefined) found.set(destination, { host: destination, direction: "out", named: true });
    else found.set(host, { host, direction: "out" });
  }
  return [...found.values()].slice(0, mostHosts);
}

function writtenMember(given: JsonObject, { content }: Facts): string | undefined {
  return content === undefined ? undefined : Object.keys(given).find((name) => given[name] === content);
}

function subagentOf({ body }: LedgerEntry): Subagent | undefined {
  const context = body["context"];
  const subagent = isJsonObject(context) ? context["subagent"] : undefined;
  if (!isJsonObject(subagent) || typeof subagent["id"] !== "string") return undefined;
  const { id, type } = subagent;
  return { id, ...(typeof type === "string" ? { type } : {}) };
}
