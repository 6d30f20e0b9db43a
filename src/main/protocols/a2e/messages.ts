// A2E on the wire: the members every message has, the faults it can have, and what is sent back.
import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import type { LineInput } from "../../../shared/lib/line-stream.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { Clock, Identifiers } from "../../engine/ports.ts";

const version = "1.0";

/** The codes of A2E that Gatehouse uses, and whether the same request may succeed later. */
const errorCodes = {
  parse_error: false,
  invalid_message: false,
  version_mismatch: false,
  schema_violation: false,
  unauthorized: false,
  runtime_error: true,
  timeout: true,
  unknown_tool: false,
  tool_denied: false,
  tool_error: true,
} as const;
export type ErrorCode = keyof typeof errorCodes;

export function isRetryable(code: ErrorCode): boolean {
  return errorCodes[code];
}

export interface A2eFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: JsonObject;
}

export function fault(code: ErrorCode, message: string, detail: JsonObject = {}): A2eFault {
  return { code, message, detail };
}

/** A message whose envelope is sound; what its type adds is still to be checked. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly members: JsonObject;
}

const envelopeSchema = z.object({ type: z.string().min(1).max(256), id: z.string().min(1).max(256), ts: z.number() });

export function readEnvelope(line: LineInput): Result<Envelope, A2eFault> {
  if (line.kind === "not_json") return fail(fault("parse_error", `The line cannot be read: ${line.why}.`));
  if (line.kind === "unsafe") return fail(fault("invalid_message", `The message is refused: ${line.why}.`));
  if (line.kind === "too_long") {
    const detail = { reason: "too_long", limit: line.limit };
    return fail(fault("invalid_message", `The line is longer than ${line.limit} bytes.`, detail));
  }
  const { value } = line;
  if (!isJsonObject(value)) return fail(fault("invalid_message", "A message is a JSON object."));
  const mismatch = versionFault(value);
  if (mismatch !== undefined) return fail(mismatch);
  const parsed = readMembers(envelopeSchema, value);
  return parsed.ok ? ok({ type: parsed.value.type, id: parsed.value.id, members: value }) : parsed;
}

/** `version` is the other name of `a2e`. */
function versionFault({ a2e, version: alias }: JsonObject): A2eFault | undefined {
  const given = a2e ?? alias;
  if (given === undefined) {
    return fault("schema_violation", 'a2e: the version is missing; it is "1.0".', { path: "a2e" });
  }
  if (given === version && (a2e === undefined || alias === undefined || a2e === alias)) return undefined;
  return fault("version_mismatch", `Only version ${version} of A2E is spoken here.`, { supported: [version] });
}

/** The members a schema names, or the first fault and where it is. */
export function readMembers<Schema extends z.ZodType>(
  schema: Schema,
  members: JsonObject,
): Result<z.output<Schema>, A2eFault> {
  const parsed = schema.safeParse(members);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  return fail(fault("schema_violation", `${path}: ${issue?.message ?? "not valid"}`, { path }));
}

/** The id a faulty message can be answered under; null when it has none. */
export function requestIdOf(line: LineInput): string | null {
  if (line.kind !== "json" || !isJsonObject(line.value)) return null;
  const { id } = line.value;
  return typeof id === "string" ? id : null;
}

/** Builds what is sent. */
export interface Writer {
  readonly message: (type: string, members: JsonObject) => JsonObject;
  readonly error: (requestId: string | null, given: A2eFault, capability: string) => JsonObject;
  /** As A2E writes ids: hexadecimal, without dashes. */
  readonly nextId: () => string;
}

export function createWriter(clock: Pick<Clock, "now">, identifiers: Identifiers): Writer {
  const nextId = (): string => identifiers.next().replaceAll("-", "");
  const message = (type: string, members: Record<string, Json>): JsonObject => ({
    a2e: version,
    type,
    id: nextId(),
    ts: clock.now() / 1000,
    ...members,
  });
  return {
    nextId,
    message,
    error: (requestId, { code, message: text, detail }, capability) =>
      message("error", {
        req_id: requestId,
        code,
        message: text,
        detail,
        retryable: isRetryable(code),
        capability_name: capability,
      }),
  };
}
