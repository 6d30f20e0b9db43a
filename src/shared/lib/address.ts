// Addresses of servers that people name in settings.
import { z } from "zod";

const addressParts = /^(?<scheme>https?):\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?(?:\/[^?#\s]*)?$/i;
const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** What is sent describes the user's work, so in clear it goes to this machine only. */
function addressProblem(text: string): string | undefined {
  if (text.includes("@")) return "Leave name and password out of the address: settings are recorded.";
  const { scheme = "", host = "" } = addressParts.exec(text)?.groups ?? {};
  if (host === "") return "Write an address such as http://127.0.0.1:8001, without ? and #.";
  if (scheme.toLowerCase() === "http" && !loopbackName.test(host)) {
    return "http:// is for this machine (127.0.0.1, localhost, [::1]); a server elsewhere needs https://.";
  }
  return undefined;
}

export const addressSchema = z
  .string()
  .max(2000)
  .superRefine((text, context) => {
    const problem = addressProblem(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });
