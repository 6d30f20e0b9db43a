// Outgoing: arguments on their way to somebody else's server lose their secrets, as a condition of the verdict.
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Json } from "../../../shared/lib/json.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import { mapStrings } from "../lib/json-strings.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import type { SecretScanner } from "../ports.ts";
import { redactText } from "../intents/redact.ts";

/** The policy's word, narrowed. A denial or a question stays what it is: the human then sees the secret that would leave. */
export function withoutOutgoingSecrets(
  policy: PolicyDecision,
  intent: Intent,
  findSecrets: SecretScanner,
): PolicyDecision {
  if (intent.outgoing !== true || policy.effect === "deny" || policy.effect === "escalate") return policy;
  const changed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(intent.arguments)) {
    let found = false;
    const cut = mapStrings(value, (text) => {
      const redacted = redactText(text, findSecrets);
      if (redacted !== text) found = true;
      return redacted;
    });
    if (found) changed[name] = cut;
  }
  const names = Object.keys(changed);
  if (names.length === 0) return policy;
  const text = `Send it with these arguments changed: ${names.join(", ")}. Secrets were cut out.`;
  return {
    ...policy,
    effect: "condition",
    reason: policy.effect === "condition" ? policy.reason : "content_cut",
    text: `${policy.text === "" ? "" : `${policy.text} `}${reasons.content_cut}: ${names.join(", ")}.`,
    conditions: [...policy.conditions, { kind: "arguments", text, value: changed }],
  };
}
