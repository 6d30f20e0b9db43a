// gatehouse allow-once: overrides a denial by score for exactly that action. It is shown, and overridden exactly as shown.
import { fail, ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { usage } from "../failure.ts";
import { deniedText } from "./override-text.ts";
import { duration } from "../text.ts";
import { commandTable } from "../table/index.ts";

/** Enough of a digest to be sure that the same thing was looked at. */
const confirmLength = 12;

export const allowOnce = operatorCommand({
  ...commandTable["allow-once"],
  act: async ({ call, operands: [intentId = ""], options, flags, now }) => {
    const reason = options.reason?.trim() ?? "";
    if (reason === "") return fail(usage("Say why you override the denial: --reason TEXT"));
    const preview = await call("previewOverride", {
      intentId,
      ...(options.agent === undefined ? {} : { agentDid: options.agent }),
    });
    if (!preview.ok) return preview;
    const { intent, digest, verdict } = preview.value;
    const shown = deniedText(preview.value);
    const confirmed = (options.confirm?.length ?? 0) >= confirmLength && digest.startsWith(options.confirm ?? "");
    if (verdict.risk.level === "CRITICAL" && !confirmed) {
      const message = `${shown}\n\nThis is critical, and nothing was overridden. If you want exactly this, run the command again with: --confirm ${digest.slice(0, confirmLength)}`;
      return fail({ code: "refused", message });
    }
    const overridden = await call("overrideDenial", {
      intentId,
      agentDid: intent.agentDid,
      digest,
      reason,
      effect: flags.has("ask") ? "ask" : "allow",
      duration: flags.has("session") ? "session" : "once",
    });
    if (!overridden.ok) return overridden;
    const { grantId, expiresAt, override } = overridden.value;
    const until = expiresAt === undefined ? "" : ` within ${duration(expiresAt - now)}`;
    const what =
      override?.effect === "ask"
        ? `Overridden: you are asked when the agent asks again${until}.`
        : `Overridden: exactly this may run when the agent asks again${until}.`;
    return ok({
      data: overridden.value,
      text: `${shown}\n\n${what} Take it back with: gatehouse revoke ${grantId}`,
    });
  },
});
