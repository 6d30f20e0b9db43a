// The test vectors of the SDKs, by file name: made by the engine's own code.
import { answerVectors, notificationVectors } from "./answers.ts";
import { canonicalVectors } from "./canonical.ts";
import { discoveryVectors } from "./discovery.ts";
import { errorVectors } from "./errors.ts";
import { reconnectVectors } from "./reconnects.ts";
import { requestVectors } from "./requests.ts";
import { signatureVectors } from "./signatures.ts";

export function sdkVectors(): ReadonlyMap<string, string> {
  const files = {
    "canonical.json": canonicalVectors(),
    "signatures.json": signatureVectors(),
    "requests.json": requestVectors(),
    "answers.json": answerVectors(),
    "notifications.json": notificationVectors(),
    "errors.json": errorVectors(),
    "reconnects.json": reconnectVectors(),
    "discovery.json": discoveryVectors(),
  };
  return new Map(Object.entries(files).map(([name, value]) => [name, `${JSON.stringify(value, undefined, 2)}\n`]));
}
