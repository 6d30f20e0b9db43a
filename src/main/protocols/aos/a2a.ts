// A2A inside AOS: the seven methods and their alias, each as the request that leaves and as the response that comes back.
import { canonicalJson } from "../../engine/intents/digests.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { namedParams, type RpcError } from "../../../shared/lib/rpc.ts";
import { invalidParams, optionalContext, optionalReasoning, rawMessage } from "./messages.ts";
import { type Place, rawTextsIn, withTexts } from "./places.ts";
import { type Step, textStep } from "./steps.ts";

export const a2aMethods = [
  "message/send",
  "message/stream",
  "tasks/pushNotificationConfig/set",
  "tasks/pushNotificationConfig/get",
  "tasks/resubscribe",
  "tasks/cancel",
  "tasks/get",
] as const;

export const a2aAlias = "protocols/A2A";

/** These carry nothing but the id of a task: there is nothing in them to change. */
const unchangeable: ReadonlySet<string> = new Set([
  "tasks/cancel",
  "tasks/resubscribe",
  "tasks/pushNotificationConfig/get",
]);

interface Envelope {
  readonly params: JsonObject;
  /** The member of params that holds the message. */
  readonly member: "payload" | "message";
  readonly message: JsonObject;
  readonly reasoning: string | undefined;
}

export function readA2a(method: string, request: JsonObject): Result<Step, RpcError> {
  const envelope = readEnvelope(method, request);
  if (!envelope.ok) return envelope;
  const { params, member, message, reasoning } = envelope.value;
  const context = optionalContext(params);
  if (!context.ok) return context;
  const inner = message["method"];
  const leaves = inner !== undefined;
  if (leaves) {
    const fault = innerMethodFault(method, inner);
    if (fault !== undefined) return invalidParams(`${member}.method`, fault);
  } else if (message["result"] === undefined && message["error"] === undefined) {
    return invalidParams(member, "Expected a request with a method, or a response with a result or an error");
  }
  const name = typeof inner === "string" ? inner : method;
  const parts = leaves ? ["params"] : ["result", "error"];
  const places = parts
    .flatMap((part) => rawTextsIn(message[part], [member, part]))
    .filter((place) => !isHandedOver(place));
  const { payload: _payload, reasoning: _reasoning, ...outer } = request;
  return ok(
    textStep({
      method,
      noun: leaves ? `the A2A request ${name}` : `the A2A response to ${method}`,
      context: context.value,
      reasoning,
      origin: leaves ? "agent" : "foreign",
      changeable: !unchangeable.has(name),
      places,
      change: (changed) => ({
        ...outer,
        params: {
          ...withTexts({ ...params, [member]: message }, places, changed),
          ...(reasoning === undefined ? {} : { reasoning }),
        },
      }),
    }),
  );
}

/** A credential by which the other side may report back: taking it out would only break that. What has blanks in it is none. */
function isHandedOver({ path, text }: Place): boolean {
  return /\.pushNotificationConfig\.(?:token|authentication\.credentials)$/u.test(path.join(".")) && !/\s/u.test(text);
}

function innerMethodFault(method: string, inner: unknown): string | undefined {
  if (typeof inner !== "string") return "Expected a string";
  if (method !== a2aAlias) return inner === method ? undefined : `Expected "${method}", the method it is sent as`;
  return a2aMethods.some((known) => known === inner) ? undefined : `Expected one of ${a2aMethods.join(", ")}`;
}

/** The text puts the payload beside the method, its examples into params: both are read, and must agree. */
function readEnvelope(method: string, request: JsonObject): Result<Envelope, RpcError> {
  const member = method === a2aAlias ? "message" : "payload";
  const beside = member === "payload" ? request["payload"] : undefined;
  const nothing: JsonObject = {};
  const params = request["params"] === undefined && beside !== undefined ? ok(nothing) : namedParams(request["params"]);
  if (!params.ok) return params;
  const given = params.value[member];
  if (given !== undefined && beside !== undefined && canonicalJson(given) !== canonicalJson(beside)) {
    return invalidParams(member, "The payload in params and the one beside the method are not the same");
  }
  const message = rawMessage(given ?? beside, member);
  if (!message.ok) return message;
  const reasoning = optionalReasoning(params.value["reasoning"] === undefined ? request : params.value);
  if (!reasoning.ok) return reasoning;
  return ok({ params: params.value, member, message: message.value, reasoning: reasoning.value });
}
