// What a person pasted to have it explained: a command line, a tool call, or a whole message of a protocol.
import { isJsonObject, type JsonObject } from "../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { pastedIntent as labels } from "../labels/input.ts";

export interface PastedIntent {
  readonly tool: string;
  readonly arguments: JsonObject;
}

export function readPastedIntent(pasted: string): Result<PastedIntent, string> {
  const text = pasted.trim();
  if (text === "") return fail(labels.empty);
  if (!text.startsWith("{")) return ok({ tool: "execute_command", arguments: { command: text } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(labels.notJson(error instanceof Error ? error.message : String(error)));
  }
  const call = callIn(value);
  return call ?? fail(labels.noTool);
}

/** A2G and AEON put it into `params`, hooks of agents call it `tool_name` and `tool_input`. */
function callIn(value: unknown): Result<PastedIntent, string> | undefined {
  if (!isJsonObject(value)) return undefined;
  const tool = value["tool"] ?? value["tool_name"] ?? value["name"];
  const given = value["arguments"] ?? value["tool_input"] ?? value["input"] ?? {};
  if (typeof tool === "string" && tool !== "") {
    return isJsonObject(given) ? ok({ tool, arguments: given }) : fail(labels.mustBeObject);
  }
  const { params } = value;
  return params === undefined ? undefined : callIn(params);
}
