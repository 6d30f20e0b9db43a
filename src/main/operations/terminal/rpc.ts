// The operations as JSON-RPC methods, for the operator's socket and nowhere else. What gives power to agents passes the gate
// that the settings set for terminals.
import { type OperationName, operationNames } from "../../../shared/contract/channels.ts";
import {
  type OperationError,
  type OperationInput,
  operationInputs,
  type OperationOutput,
  type Operations,
} from "../../../shared/contract/contract.ts";
import { performOperation } from "../../../shared/contract/perform.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { type Caller, rpcCodes, type RpcMethod, type RpcMethods } from "../../../shared/lib/rpc.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import { confirmationNotice, originOf } from "../../../shared/contract/terminal.ts";
import { type GainPorts, terminalRules } from "./gains.ts";
import { actingFrom } from "./origin.ts";
import { refuse } from "../ports.ts";
import { confirmWithinSeconds, type FromTerminal, type TerminalRequests, type Word } from "./requests.ts";
import type { PrepareUndo } from "./undo.ts";

export interface OperatorPorts {
  readonly operations: Operations;
  /** "cli:anna" */
  readonly actor: string;
  readonly gains: GainPorts;
  readonly requests: TerminalRequests;
  readonly prepareUndo: PrepareUndo;
  /** Whether somebody can confirm. */
  readonly hasWindow: () => boolean;
}

/** Whoever acts in the window, as the ledger names it. */
const window = "console";
const longestNotice = 300;
const unknownOrigin = { program: "an unknown program", pid: 0 };

export function operatorMethods(ports: OperatorPorts): RpcMethods {
  return new Map(operationNames.map((name): [string, RpcMethod] => [name, method(ports, name)]));
}

function method(ports: OperatorPorts, name: OperationName): RpcMethod {
  return async (params, caller) => {
    const answer = await perform(ports, name, params ?? {}, caller);
    if (answer.ok) return answer;
    const code = answer.error.code === "invalid_input" ? rpcCodes.invalidParams : rpcCodes.executionError;
    return fail({ code, message: answer.error.message, data: answer.error });
  };
}

async function perform<Name extends OperationName>(
  ports: OperatorPorts,
  name: Name,
  params: unknown,
  caller: Caller,
): Promise<Result<OperationOutput<Name>, OperationError>> {
  const { operations, actor, requests } = ports;
  const origin = originOf(caller.peer) ?? unknownOrigin;
  const run = (confirmedBy?: string) =>
    actingFrom({ actor, origin, ...(confirmedBy === undefined ? {} : { confirmedBy }) }, () =>
      performOperation(operations, name, params, actor),
    );
  const rule = terminalRules[name];
  if (rule === "open") return run();
  if (rule === "window") return refuse("refused", "This is only done in the Gatehouse window.");
  const parsed = operationInputs[name].safeParse(params);
  // Refused with its faults before anything happens.
  if (!parsed.success) return run();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table of schemas has the input under the same name
  const input = parsed.data as OperationInput<Name>;
  const gain = rule(input, ports.gains);
  if (gain === undefined) return run();
  if ("forbidden" in gain) return refuse("refused", gain.forbidden);
  const request = { ...gain, actor, origin };
  const admitted = await admit(ports, request, caller);
  if (!admitted.ok) return admitted;
  const undoFor = ports.prepareUndo(name, input);
  const answer = await run(admitted.value === "confirmed" ? window : undefined);
  if (answer.ok) requests.done(request, undoFor(answer.value));
  return answer;
}

/** Whether a terminal may have this: at once, after a word in the window, or not. */
async function admit(
  { gains, requests, hasWindow }: OperatorPorts,
  request: FromTerminal,
  caller: Caller,
): Promise<Result<"at_once" | "confirmed", OperationError>> {
  const mode = modeOf(gains.settings().terminalApprovals, hasWindow());
  if (mode === "on") return ok("at_once");
  if (mode === "off")
    return refuse("refused", "Approvals from a terminal are switched off. Answer in the Gatehouse window.");
  if (!hasWindow())
    return refuse(
      "refused",
      'Approvals from a terminal must be confirmed in the Gatehouse window, and this engine has none. Start the console, or stop the engine and set "terminal_approvals" in settings.json to "auto" or "on".',
    );
  const message = `Confirm in the Gatehouse window, within ${confirmWithinSeconds / 60} minutes: ${request.title.slice(0, longestNotice)}`;
  const params = { message, seconds: confirmWithinSeconds };
  caller.push?.({ jsonrpc: "2.0", method: confirmationNotice, params });
  const word = await requests.ask(request, caller.gone);
  return word === "confirmed" ? ok(word) : refuse("refused", wordsOf[word]);
}

const wordsOf: Readonly<Record<Exclude<Word, "confirmed">, string>> = {
  rejected: "It was rejected in the Gatehouse window. Nothing was changed.",
  expired: "Nobody confirmed it in the Gatehouse window in time. Nothing was changed.",
  gone: "The command ended before anybody confirmed it. Nothing was changed.",
  crowded: "Too many requests wait for a word in the Gatehouse window already. Answer those first.",
};

function modeOf(setting: Settings["terminalApprovals"], hasWindow: boolean): "off" | "confirm" | "on" {
  if (setting !== "auto") return setting;
  return hasWindow ? "confirm" : "on";
}
