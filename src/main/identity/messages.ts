// What identity reads from the parameters of a message; everything else in them is the protocol's business.
import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { RpcParams } from "../../shared/lib/rpc.ts";
import { tourId } from "../../shared/domain/tour.ts";
import { visibleLine } from "../../shared/lib/visible.ts";
import { type Did, parseDid } from "./did.ts";
import { identityError, type IdentityError } from "./errors.ts";

/** Lists and buttons carry it, beside what other agents are called. */
const longestName = 80;

const metadataText = z.string().max(256).transform(asRead).optional().catch(undefined);

const registrationSchema = z.looseObject({
  agent_did: z.string(),
  public_key: z.string().max(256).optional(),
  capabilities_requested: z.array(z.string().min(1).max(128)).max(256).optional(),
  extensions: z.array(z.string().min(1).max(64)).max(32).nullish(),
  metadata: z.looseObject({ name: metadataText, version: metadataText, runtime: metadataText }).optional(),
});

export interface Sender {
  readonly params: JsonObject;
  readonly did: Did;
}

export interface RegistrationRequest extends Sender {
  readonly publicKey?: string;
  readonly capabilitiesRequested?: readonly string[];
  /** The extensions of the protocol that it offers; none unless it says so. */
  readonly extensions: readonly string[];
  readonly name?: string;
  readonly version?: string;
  readonly runtime?: string;
}

/** What an agent calls itself, as people will read it everywhere: one line, nothing hidden in it, no longer than a name. */
function asRead(text: string): string {
  const line = visibleLine(text).trim();
  return line.length <= longestName ? line : `${line.slice(0, longestName - 1).toWellFormed()}…`;
}

export function readSender(params: RpcParams, owner?: string): Result<Sender, IdentityError> {
  if (!isJsonObject(params))
    return fail(identityError("params", "params must be an object with the agent's agent_did."));
  const agentDid = params["agent_did"] ?? owner;
  if (typeof agentDid !== "string") return fail(identityError("params", "agent_did is missing or not a string."));
  const did = parseDid(agentDid);
  if (!did.ok) return fail(identityError("did_malformed", did.error));
  // Its card says that nothing will run.
  if (did.value.id.toLowerCase() === tourId)
    return fail(
      identityError("agent_belongs_to_another", `${agentDid} belongs to Gatehouse itself. Choose another agent_did.`),
    );
  return ok({ params, did: did.value });
}

export function readRegistration(params: RpcParams): Result<RegistrationRequest, IdentityError> {
  const sender = readSender(params);
  if (!sender.ok) return sender;
  const parsed = registrationSchema.safeParse(params);
  if (!parsed.success) return fail(identityError("params", z.prettifyError(parsed.error)));
  const { public_key: publicKey, capabilities_requested: capabilitiesRequested, extensions, metadata } = parsed.data;
  return ok({
    ...sender.value,
    extensions: extensions ?? [],
    ...(publicKey !== undefined && { publicKey }),
    ...(capabilitiesRequested !== undefined && { capabilitiesRequested }),
    ...(metadata?.name !== undefined && metadata.name !== "" && { name: metadata.name }),
    ...(metadata?.version !== undefined && { version: metadata.version }),
    ...(metadata?.runtime !== undefined && { runtime: metadata.runtime }),
  });
}
