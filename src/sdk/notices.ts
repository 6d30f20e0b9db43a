// What Gatehouse says unasked: the policy, directives and revocations, in the client's own words.
import type { DirectiveKind } from "../shared/domain/directive.ts";
import { directiveKinds } from "../shared/domain/directive.ts";
import { isJsonObject, type Json, type JsonObject } from "../shared/lib/json.ts";

export interface Policy {
  readonly version: string;
  readonly constitutionHash: string;
  /** The capability document: tools, network and resources, as the protocol writes it. */
  readonly capabilities: JsonObject;
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
  const { version, constitution_hash: hash, capabilities = {} } = isJsonObject(params) ? params : {};
  return {
    version: text(version),
    constitutionHash: text(hash),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
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

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
