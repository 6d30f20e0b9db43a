// Unprotected: one place that knows which arguments and options ask to run without a sandbox, permissions or questions.
import type { Json, JsonObject } from "../../../../../shared/lib/json.ts";
import { isJsonObject } from "../../../../../shared/lib/json.ts";
import { contentNames, isList, plainName } from "../../calls/arguments.ts";
import { limits } from "../../limits.ts";

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/**
 * Switches that take protection away when they are on. Names are compared without case and separators. What an agent sends with
 * every call to say that it thinks a question needless (`requires_approval: false`, `SafeToAutoRun`) is not among them.
 */
const releases = names(
  "yolo yolomode fullauto yesalways autorun autoapprove autoapproveall alwaysapprove allowalltools allowallpaths trustalltools " +
    "disablesandbox sandboxdisabled nosandbox skipsandbox bypasssandbox ignoresandbox withoutsandbox outsidesandbox unsandboxed " +
    "withescalatedpermissions escalatedpermissions requireescalatedpermissions escalatepermissions " +
    "skipconfirmation skipconfirmations skipconfirm bypassconfirmation disableconfirmation noconfirmation noconfirm " +
    "skippermissions skippermissionsunsafe skippermissioncheck skippermissionchecks bypasspermissions ignorepermissions " +
    "skipapproval skipapprovals bypassapproval bypassapprovals noapproval disableapproval disableapprovals " +
    "skipprompt skipprompts disableprompts bypassapprovalsandsandbox",
);
/** Protections that are taken away when they are off, or set to a mode that protects from nothing. */
const protections = names(
  "sandbox usesandbox enablesandbox insandbox withsandbox runinsandbox sandboxed sandboxing sandboxmode sandboxpolicy " +
    "sandboxenabled sandboxtype sandboxlevel sandboxpermissions askforapproval",
);
/** Settings of how questions are asked, and the values that mean "not at all". */
const modes = names("approvalmode approvalpolicy askforapproval permissionmode confirmationmode");
const neverAsks = names("yolo never fullauto bypasspermissions bypass dontask autoapprove autoapproveall");
const off = names(
  "false off no none 0 disabled disable dangerfullaccess fullaccess unrestricted requireescalated escalated bypass",
);
const notGiven = names("false off no none 0 null undefined disabled");

/** Whether a member or option of this name and value asks for it. */
function asksUnprotected(name: string, value: Json): boolean {
  const plain = plainName(name);
  const released = plain.startsWith("dangerously") || releases.has(plain);
  if (!released && !protections.has(plain) && !modes.has(plain)) return false;
  if (isJsonObject(value)) {
    const { enabled = true } = value;
    const mode = value["mode"] ?? value["type"] ?? value["policy"] ?? true;
    return (
      (protections.has(plain) || modes.has(plain)) && (asksUnprotected(plain, enabled) || asksUnprotected(plain, mode))
    );
  }
  if (value === null || isList(value)) return false;
  const text = plainName(String(value)).replace(/[^a-z0-9]/g, "");
  if (released) return text !== "" && !notGiven.has(text);
  if (protections.has(plain) && off.has(text)) return true;
  return modes.has(plain) && neverAsks.has(text);
}

const mostFound = 8;

/** Where in the arguments it stands, as JSON paths. What a call writes says nothing about how it runs. */
export function unprotectedMembers(given: JsonObject, writes: boolean): readonly string[] {
  const found: string[] = [];
  let visited = 0;
  const visit = (value: Json, where: string, depth: number): void => {
    visited += 1;
    if (visited > limits.members || depth > limits.memberDepth || found.length >= mostFound) return;
    if (isList(value)) {
      const words = value.filter((item) => typeof item === "string");
      const option = words.some((word) => word.startsWith("-")) ? unprotectedOption(words, true) : undefined;
      if (option !== undefined) found.push(`${where}: ${option}`);
      for (const [index, item] of value.slice(0, limits.members).entries())
        visit(item, `${where}[${index}]`, depth + 1);
    } else if (isJsonObject(value)) {
      for (const [key, member = null] of Object.entries(value).slice(0, limits.members)) {
        if (writes && contentNames.has(plainName(key))) continue;
        const at = `${where}.${key.slice(0, 100)}`;
        if (asksUnprotected(key.slice(0, 100), member)) found.push(at);
        else visit(member, at, depth + 1);
      }
    }
  };
  visit(given, "$", 0);
  return found;
}

/** The first option of a command that asks for it. With `plainly` only names that mean nothing else in any program. */
export function unprotectedOption(words: readonly string[], plainly = false): string | undefined {
  return words.find((word, at) => {
    if (!word.startsWith("--") || word.length > 200) return false;
    const [name = "", ...rest] = word.slice(2).split("=");
    if (plainly && !/^(?:dangerously|yolo|trust-all-tools|allow-all-tools|skip-permissions)/i.test(name)) return false;
    const next = words[at + 1];
    if (rest.length > 0) return asksUnprotected(name, rest.join("="));
    return asksUnprotected(name, true) || (next !== undefined && !next.startsWith("-") && asksUnprotected(name, next));
  });
}
