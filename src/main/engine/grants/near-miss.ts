// A call that comes close to a decision and is not covered by it: the example that shows where a rule ends.
import type { Scope } from "../../../shared/domain/directive.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";

export interface NearCall {
  readonly arguments: JsonObject;
  readonly summary: string;
  readonly why: string;
}

/** Made from the call itself: no scope covers a second command, and none that is bound to a folder a file elsewhere. */
export function nearCallOf(intent: Intent, facts: Facts, scope: Scope): NearCall | undefined {
  const { arguments: given } = intent;
  const member = (value: string | undefined) =>
    value === undefined ? undefined : Object.keys(given).find((name) => given[name] === value);
  const command = member(facts.command);
  if (command !== undefined && facts.command !== undefined) {
    const longer = `${facts.command} && rm -rf build`;
    return { arguments: { ...given, [command]: longer }, summary: longer, why: "it is more than this one command" };
  }
  if (scope !== "tool_and_path" && scope !== "exact") return undefined;
  const [path] = facts.paths;
  const place = member(path?.given);
  if (path === undefined || place === undefined) return undefined;
  const elsewhere = "/srv/elsewhere/file.txt";
  return { arguments: { ...given, [place]: elsewhere }, summary: elsewhere, why: "it lies in another folder" };
}
