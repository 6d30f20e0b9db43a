// The line to the running engine: one operation at a time over the operator socket.
import { statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import type { z } from "zod";
import { createLineSplitter } from "../main/server/lines/lines.ts";
import type { OperationName } from "../shared/contract/channels.ts";
import type { OperationError, operationInputs, OperationOutput } from "../shared/contract/contract.ts";
import { second } from "../shared/lib/clock.ts";
import { isJsonObject, type Json, parseJson } from "../shared/lib/json.ts";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import { rpcCodes } from "../shared/lib/rpc.ts";
import { confirmationNotice } from "../shared/contract/terminal.ts";
import type { CommandFailure } from "./failure.ts";
import { visible } from "./text.ts";

export type Call = <Name extends OperationName>(
  name: Name,
  input: z.input<(typeof operationInputs)[Name]>,
) => Promise<Result<OperationOutput<Name>, CommandFailure>>;

export interface Operator {
  readonly call: Call;
  readonly close: () => void;
}

const operationCodes = ["invalid_input", "not_found", "refused", "stale", "unavailable", "fault"] as const;
const noEngine = new Set(["ENOENT", "ECONNREFUSED", "ENOTDIR"]);

export async function connectOperator(
  path: string,
  patience: number,
  notice: (text: string) => void = () => undefined,
): Promise<Result<Operator, CommandFailure>> {
  const connected = await openSocket(path);
  if (!connected.ok) return connected;
  const socket = connected.value;
  const lines = linesFrom(socket);
  socket.setTimeout(patience, () => socket.destroy(new Error(`no answer within ${patience / 1000} s`)));
  let failure = "it closed the connection";
  socket.on("error", (error) => {
    failure = error.message;
  });
  let last = 0;

  /** A human is asked in the window: they take longer than an engine. */
  function waitLonger(params: Json | undefined): void {
    const { message, seconds } = isJsonObject(params) ? params : {};
    if (typeof message === "string") notice(visible(message));
    if (typeof seconds === "number") socket.setTimeout(seconds * second + patience);
  }

  async function nextLine(): Promise<string | undefined> {
    try {
      const line = await lines.next();
      return line.done === true ? undefined : line.value;
    } catch {
      return undefined;
    }
  }

  return ok({
    call: async (name, input) => {
      last += 1;
      socket.write(`${JSON.stringify({ jsonrpc: "2.0", method: name, params: input, id: last })}\n`);
      for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
        const response = parseJson(line);
        if (!isJsonObject(response)) continue;
        if (response["method"] === confirmationNotice) waitLonger(response["params"]);
        if (response["id"] !== last) continue;
        // The contract has schemas for what is asked, not for answers: the engine is the same program as this command.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        if (response["error"] === undefined) return ok(response["result"] as never);
        return fail(operationError(response["error"]));
      }
      return fail({ code: "unavailable", message: `The engine did not answer: ${failure}.` });
    },
    close: () => void socket.destroy(),
  });
}

/** Ended by line feeds and nothing else: what an agent wrote may hold other signs that some take for the end of a line. */
export async function* linesFrom(socket: Socket): AsyncGenerator<string, undefined> {
  const splitter = createLineSplitter(Number.POSITIVE_INFINITY);
  for await (const chunk of socket) {
    // Without an encoding a socket gives bytes only.
    if (!Buffer.isBuffer(chunk)) continue;
    for (const line of splitter.push(chunk)) if (line.kind === "text") yield line.text;
  }
}

/** For the sockets of the engine; "not running" is distinguished from every other trouble. */
export function openSocket(path: string): Promise<Result<Socket, CommandFailure>> {
  const stranger = folderOfAnother(path);
  if (stranger !== undefined) return Promise.resolve(fail({ code: "unavailable", message: stranger }));
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(ok(socket)));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (noEngine.has(error.code ?? "")) {
        const message =
          `Gatehouse is not running (nothing listens on ${path}).\n` +
          "Start the console, or run: gatehouse serve. With another data directory, name it with --data-dir.";
        resolve(fail({ code: "not_running", message }));
      } else {
        resolve(fail({ code: "unavailable", message: `The engine's socket ${path} cannot be used: ${error.message}` }));
      }
    });
  });
}

/** Whoever owns the folder of a socket decides which program listens there. */
function folderOfAnother(path: string): string | undefined {
  const user = process.getuid?.();
  const folder = dirname(path);
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (user === undefined || owner === undefined || owner === user) return undefined;
  return `The folder ${folder} belongs to another user. Name a data directory of your own with --data-dir.`;
}

export function operationError(error: Json): OperationError {
  const envelope = isJsonObject(error) ? error : {};
  const detail = isJsonObject(envelope["data"] ?? null) ? envelope["data"] : undefined;
  // A caller who may not use the socket at all is answered before any operation is looked at.
  const otherwise = envelope["code"] === rpcCodes.policyViolation ? "refused" : "fault";
  const code = operationCodes.find((each) => isJsonObject(detail) && each === detail["code"]) ?? otherwise;
  const message = (isJsonObject(detail) ? detail["message"] : undefined) ?? envelope["message"];
  return { code, message: typeof message === "string" ? message : "The engine refused without saying why." };
}
