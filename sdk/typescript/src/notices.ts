// What the engine sends unasked: the policy, directives, revocations and quotas, in the client's own spelling.
import { type DirectiveKind, directiveKinds } from "../../../src/shared/domain/verdict.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";

export interface Policy {
  readonly version: string;
  readonly constitutionHash: string;
  /** The capability document: tools, network and resources, as the protocol writes it. */
  readonly capabilities: JsonObject;
  /** The extensions that the engine agreed to; only in the answer to a registration. */
  readonly extensions?: readonly string[];
}

export interface QuotaLimit {
  /** intents_per_minute, intents_per_session or requests_per_minute. */
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  readonly windowSeconds?: number;
}

export interface Quota {
  /** Those that hold now; a limit that is absent does not hold. */
  readonly limits: readonly QuotaLimit[];
  readonly reason: string;
}

export interface DirectiveNotice {
  readonly kind: DirectiveKind;
  /** Undefined for HALT and RESUME of the whole agent. */
  readonly intentId?: string;
  readonly reason: string;
  readonly issuedBy: string;
}

export interface Revocation {
  readonly capabilities: readonly string[] | "*";
  readonly reason: string;
}

export function readPolicy(params: Json): Policy {
  const { version, constitution_hash: hash, capabilities = {}, extensions } = isJsonObject(params) ? params : {};
  const names: readonly Json[] | undefined = Array.isArray(extensions) ? extensions : undefined;
  return {
    version: text(version),
    constitutionHash: text(hash),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(names !== undefined && { extensions: names.filter((name) => typeof name === "string") }),
  };
}

/** Undefined when it is of a kind this client does not know. */
export function readDirective(params: JsonObject): DirectiveNotice | undefined {
  const { directive, intent_id: intentId, reason, issued_by: issuedBy } = params;
  const kind = directiveKinds.find((each) => each === directive);
  if (kind === undefined) return undefined;
  return {
    kind,
    ...(typeof intentId === "string" && { intentId }),
    reason: text(reason),
    issuedBy: text(issuedBy),
  };
}

/** A list that cannot be read counts as everything. */
export function readRevocation({ capabilities, reason }: JsonObject): Revocation {
  const names: readonly Json[] | undefined = Array.isArray(capabilities) ? capabilities : undefined;
  return { capabilities: names?.filter((name) => typeof name === "string") ?? "*", reason: text(reason) };
}

export function readQuota({ limits, reason }: JsonObject): Quota {
  const entries: readonly Json[] = Array.isArray(limits) ? limits : [];
  const read = (entry: Json): readonly QuotaLimit[] => {
    const { name, limit, used, window_seconds: windowSeconds } = isJsonObject(entry) ? entry : {};
    if (typeof name !== "string" || typeof limit !== "number") return [];
    return [
      {
        name,
        limit,
        used: typeof used === "number" ? used : 0,
        ...(typeof windowSeconds === "number" && { windowSeconds }),
      },
    ];
  };
  return { limits: entries.flatMap(read), reason: text(reason) };
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
