// Extensions of A2G: offered and agreed to at registration, refused to everybody else.
import { fail, type Result } from "../../../shared/lib/result.ts";
import { rpcCodes, type RpcError } from "../../../shared/lib/rpc.ts";

const supported = ["a2g/escalate"] as const;
export type Extension = (typeof supported)[number];

/** Of what an agent offers, what holds. */
export function agreedOf(offered: readonly string[]): readonly Extension[] {
  return supported.filter((name) => offered.includes(name));
}

export function notNegotiated(extension: Extension): Result<never, RpcError> {
  return fail({
    code: rpcCodes.methodNotFound,
    message: `${extension} is an extension that this agent has not negotiated: name it in "extensions" of a2g/register first.`,
    data: { reason: "extension_not_negotiated", extension },
  });
}
