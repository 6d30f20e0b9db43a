// From the vectors' spelling to the client's, and the client's methods by the names that the vectors use.
import type { GovernanceClient, IntentRequest } from "../../sdk/typescript/src/index.ts";
import type { ReportStatus } from "../../src/shared/domain/report.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/shared/lib/json.ts";

const camel = (name: string): string => name.replaceAll(/_[a-z]/g, (pair) => pair.slice(1).toUpperCase());

/** Members of the contract are renamed; what is inside `arguments`, `value` and `capabilities` belongs to others. */
export function inClientSpelling(value: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [camel(name), opaque.has(name) ? member : renamed(member)]),
  );
}

const opaque: ReadonlySet<string> = new Set(["arguments", "value", "capabilities", "result", "metrics"]);

function renamed(member: Json): unknown {
  if (Array.isArray(member)) return member.map(renamed);
  return isJsonObject(member) ? inClientSpelling(member) : member;
}

/** Starts the call that a vector names. Its options are the contract's own, so only their spelling differs. */
export function callClient(client: GovernanceClient, call: string, options: JsonObject): Promise<unknown> {
  const own = inClientSpelling(options);
  const {
    intentId = "",
    status,
    timeoutMs,
    ...rest
  } = own as Record<string, unknown> & {
    readonly intentId?: string;
    readonly status?: string;
    readonly timeoutMs?: number;
  };
  switch (call) {
    case "register":
      return client.register(own);
    case "request_intent":
      return client.requestIntent(own as unknown as IntentRequest);
    case "await":
      return client.await(intentId, { ...(timeoutMs !== undefined && { timeoutMs }) });
    case "report":
      return client.report(intentId, status as ReportStatus, rest);
    case "heartbeat":
      return client.heartbeat(own);
    default:
      throw new Error(`no method ${call}`);
  }
}
