// Changing a policy's mode for its owner: one line of the file, everything else as it was.
import { parseDocument } from "yaml";
import type { PolicyDocument } from "../../../shared/policy.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";

export function setMode(text: string, mode: PolicyDocument["mode"]): Result<string, string> {
  const line = /^mode:[^\S\n]*(?:"?\w+"?)/m;
  const edited = line.test(text) ? text.replace(line, `mode: ${mode}`) : `mode: ${mode}\n${text}`;
  // An edit of lines counts only if the file then says so; JSON is written anew.
  if (modeIn(edited) === mode) return ok(edited);
  const document = parseDocument(text, { stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) return fail(`The policy file cannot be read: ${error.message}`);
  document.set("mode", mode);
  const json = /^\s*\{/.test(text);
  return ok(json ? `${JSON.stringify(document.toJS({ maxAliasCount: 0 }), undefined, 2)}\n` : document.toString());
}

function modeIn(text: string): unknown {
  const document = parseDocument(text, { stringKeys: true });
  return document.errors.length > 0 ? undefined : document.get("mode");
}
