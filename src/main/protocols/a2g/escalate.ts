// a2g/escalate: the agent asks a human by itself. The question takes the path of an intent.
import type { Engine } from "../../engine/engine.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import type { Result } from "../../../shared/lib/result.ts";
import type { Caller, RpcError, RpcMethod, RpcParams } from "../../../shared/lib/rpc.ts";
import { intentOf, readParams } from "../common/intent-message.ts";
import type { Answers } from "./answers.ts";
import { agreedOf, notNegotiated } from "./extensions.ts";
import { escalateSchema } from "./messages.ts";

export interface EscalatePorts {
  readonly engine: Pick<Engine, "submit">;
  readonly offered: (agentDid: string) => readonly string[];
}

export function createEscalate(
  { engine, offered }: EscalatePorts,
  authenticate: (method: string, params: RpcParams, caller: Caller) => Result<string, RpcError>,
  answered: Answers["answered"],
): RpcMethod {
  return async (params, caller) => {
    const sender = authenticate("a2g/escalate", params, caller);
    if (!sender.ok) return sender;
    if (!agreedOf(offered(sender.value)).includes("a2g/escalate")) return notNegotiated("a2g/escalate");
    const message = readParams(escalateSchema, params);
    if (!message.ok) return message;
    const { question, options, ...rest } = message.value;
    const given = { question, ...(options === null || options === undefined ? {} : { options }) };
    const intended = intentOf({ ...rest, tool: "ask_human", arguments: given }, "a2g", peerKey(caller.peer));
    const asked: Intent = { ...intended, question: { text: question, options: options ?? [] } };
    return answered(await engine.submit(asked), asked, message.value.context?.wait_ms ?? 0, caller);
  };
}
