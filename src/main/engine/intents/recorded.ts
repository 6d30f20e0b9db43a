// Recorded intents as the engine first saw them, as far as the ledger has them.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { Facts, SecretFact } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { isJsonObject, type Json } from "../../../shared/lib/json.ts";
import type { ToolCall } from "../normalise/index.ts";

export function intentOf(entry: LedgerEntry): Intent | undefined {
  const { agentDid, intentId, tool, protocol, sessionId, parentIntent, body } = entry;
  const given = body["arguments"];
  if (agentDid === undefined || intentId === undefined || tool === undefined || !isJsonObject(given)) return undefined;
  const context = isJsonObject(body["context"]) ? body["context"] : {};
  const text = (name: string) => (typeof context[name] === "string" ? { [name]: context[name] } : {});
  return {
    intentId,
    agentDid,
    tool,
    arguments: given,
    context: {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(parentIntent === undefined ? {} : { parentIntent }),
      ...text("workingDirectory"),
      ...text("workspace"),
    },
    protocol: protocol ?? "console",
    ...(typeof body["peer"] === "string" ? { peerKey: body["peer"] } : {}),
    ...boundaryOf(body["boundary"]),
  };
}

function boundaryOf(value: Json | undefined): Pick<Intent, "boundary"> {
  if (!isJsonObject(value)) return {};
  const { runId, kind, refused } = value;
  if (typeof runId !== "string" || (kind !== "connect" && kind !== "read" && kind !== "write")) return {};
  return { boundary: { runId, kind, ...(typeof refused === "string" ? { refused } : {}) } };
}

/** Facts of the recorded arguments; which secrets were in the real ones was recorded. */
export function factsOf(intent: Intent, { body }: LedgerEntry, factsOfCall: (call: ToolCall) => Facts): Facts {
  return { ...factsOfCall(intent), secrets: secretsOf(body["secrets"]) };
}

function secretsOf(value: Json | undefined): readonly SecretFact[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Json) => {
    if (!isJsonObject(item)) return [];
    const { kind, where } = item;
    return typeof kind === "string" && typeof where === "string" ? [{ kind, where }] : [];
  });
}

/** A step that is no tool call does nothing and cannot be inspected but as language: that is how it was recorded. */
export function isText({ body, tool }: LedgerEntry): boolean {
  const uninspected = body["uninspected"];
  const [first] = Array.isArray(uninspected) ? uninspected : [];
  const effects = body["effects"];
  return (
    Array.isArray(effects) &&
    effects.length === 0 &&
    isJsonObject(first) &&
    first["why"] === "language" &&
    first["part"] === tool
  );
}
