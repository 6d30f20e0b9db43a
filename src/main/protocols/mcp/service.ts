// What a gateway's event means for the engine: an intent before a call, questions about definitions, texts that come back.
import type { Engine } from "../../engine/engine.ts";
import type { Clock, Identifiers, Sha256 } from "../../engine/ports.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { assertNever } from "../../../shared/lib/result.ts";
import type { Caller } from "../../../shared/lib/rpc.ts";
import { createAdmission } from "../common/admission.ts";
import type { Identity } from "../common/identity.ts";
import type { HookAnswers } from "../common/hook-answers.ts";
import { createRepeatedCalls } from "../common/repeated-calls.ts";
import { type Asking, digester, pinOwner, serverDid, serverTitle } from "./asking.ts";
import { judgeCall } from "./calls.ts";
import type { McpEvent } from "./messages.ts";
import { createPins, type PinBook } from "./pins.ts";
import { assessResult } from "./results.ts";

export interface McpPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly sha256: Sha256;
  readonly engine: Engine;
  readonly identity: Identity;
  readonly projectOf: (folder: string) => string;
  readonly pins: PinBook;
  readonly answers: Pick<HookAnswers, "take">;
  /** Writes down what is neither asked nor reported. */
  readonly note: (agentDid: string, name: string, detail: JsonObject) => Promise<void>;
}

export type McpService = (event: McpEvent, caller: Caller) => Promise<JsonObject>;

export function createMcpService(ports: McpPorts): McpService {
  const { clock, engine, identifiers } = ports;
  const admit = createAdmission(ports);
  const digestOf = digester(ports.sha256);
  const calls = createRepeatedCalls(engine, identifiers, "mcp");
  const pins = createPins({ clock, book: ports.pins, calls, digestOf });

  return async (event, caller) => {
    const agent = { agentDid: serverDid(event, digestOf), name: serverTitle(event), runtime: "mcp" } as const;
    const admitted = admit(agent, `mcp/${event.event}`, caller);
    if (!admitted.ok) return { decision: "deny", reason: admitted.error };
    const { session_id: sessionId, working_directory: workingDirectory } = event;
    const workspace = ports.projectOf(workingDirectory);
    const asking: Asking = {
      agentDid: admitted.value,
      origin: event,
      caller,
      context: { sessionId, workingDirectory, workspace },
    };
    switch (event.event) {
      case "call":
        return judgeCall({ clock, engine, answers: ports.answers, calls, pins, digestOf }, asking, event);
      case "tools":
        return {
          withheld: Object.fromEntries(await pins.check(pinOwner(asking, digestOf), event.tools, 0, caller.gone)),
        };
      case "result":
        return assessResult(ports, asking, event);
      case "notice":
        await ports.note(admitted.value, event.name, event.detail);
        return {};
      default:
        return assertNever(event);
    }
  };
}
