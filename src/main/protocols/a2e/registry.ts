// The type registry of A2E: what each type of message must hold and what is done about it. New namespaces are added as values.
import type { z } from "zod";
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { type A2eFault, readMembers } from "./messages.ts";

/** What a request knows about the session it came by. */
export interface RequestContext {
  readonly sessionId: string;
  readonly agentDid: string;
  readonly peerKey: string;
  /** Sends an event of this request; they are numbered 0, 1, 2 … */
  readonly emit: (type: string, kind: EventKind, data: JsonObject) => void;
  readonly leaving: Cancellation;
  readonly gone: Cancellation;
}

export type EventKind = "progress" | "status" | "artifact" | "log";

export type Reply = Result<{ readonly type: string; readonly members: JsonObject }, A2eFault>;

export type Work = (context: RequestContext) => Promise<Reply>;

export interface MessageType {
  readonly type: string;
  /** Checks a message. What it gives back is done in the order of arrival; nothing for messages that only tell something. */
  readonly read: (members: JsonObject) => Result<Work | undefined, A2eFault>;
}

/** A capability an agent can ask for in the handshake, and its types. */
export interface Namespace {
  readonly capability: string;
  readonly types: readonly MessageType[];
}

export function requestType<Schema extends z.ZodType>(
  type: string,
  schema: Schema,
  handle: (message: z.output<Schema>, context: RequestContext) => Promise<Reply>,
): MessageType {
  return {
    type,
    read: (members) => {
      const message = readMembers(schema, members);
      return message.ok ? ok((context) => handle(message.value, context)) : message;
    },
  };
}

export function tellingType(type: string, schema: z.ZodType): MessageType {
  return {
    type,
    read: (members) => {
      const message = readMembers(schema, members);
      return message.ok ? ok(undefined) : message;
    },
  };
}

export interface RegisteredType extends MessageType {
  readonly capability: string;
}

export interface TypeRegistry {
  /** Undefined for a type nobody registered: the message is then a generic one. */
  readonly get: (type: string) => RegisteredType | undefined;
  readonly capabilities: readonly string[];
}

export function createTypeRegistry(base: readonly MessageType[], namespaces: readonly Namespace[]): TypeRegistry {
  const types = new Map<string, RegisteredType>();
  for (const { capability, types: added } of [{ capability: "base", types: base }, ...namespaces]) {
    for (const entry of added) {
      if (types.has(entry.type)) throw new Error(`The type ${entry.type} is registered twice.`);
      types.set(entry.type, { ...entry, capability });
    }
  }
  return { get: (type) => types.get(type), capabilities: namespaces.map(({ capability }) => capability) };
}
