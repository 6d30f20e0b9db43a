// Redirects: the files a command reads and writes by `<` and `>`, and text it is fed by here-documents and here-strings.
import type { Redirection } from "unbash";
import type { RedirectFact } from "../../../../shared/domain/facts.ts";
import { addPath, note } from "../inspection.ts";
import type { Inspection } from "../inspection.ts";
import { limits } from "../limits.ts";
import type { Scope } from "./scope.ts";
import type { Expansion } from "./words.ts";

export interface Redirected {
  readonly facts: readonly RedirectFact[];
  /** Text handed over on standard input. */
  readonly input: string | undefined;
}

export function readRedirects(
  inspection: Inspection,
  redirects: readonly Redirection[],
  scope: Scope,
  words: Expansion,
): Redirected {
  const facts: RedirectFact[] = [];
  let input: string | undefined;
  if (redirects.length > limits.redirects) note(inspection, "redirects", "size");
  for (const redirect of redirects.slice(0, limits.redirects)) {
    const descriptor = redirect.descriptor?.type === "FileDescriptor" ? String(redirect.descriptor.value) : "";
    const operator = `${descriptor}${redirect.operator}`;
    const text = hereText(redirect, words);
    if (text !== undefined) {
      input = text;
      facts.push({ operator, target: redirect.type === "HereDoc" ? (redirect.delimiter?.value ?? "") : text });
      continue;
    }
    if (redirect.type !== "Redirect" || redirect.target === undefined) continue;
    const target = words.quoted(redirect.target);
    facts.push({ operator, target });
    // `2>&1` and `<&-` name descriptors, `>&file` names a file.
    if (redirect.operator.endsWith("&") && /^(?:\d+-?|-)$/.test(target)) continue;
    if (redirect.operator.startsWith("<")) addPath(inspection, target, "read", scope);
    if (redirect.operator.includes(">")) addPath(inspection, target, "write", scope);
  }
  return { facts, input };
}

export function hereText(redirect: Redirection, words: Expansion): string | undefined {
  if (redirect.type === "HereString") {
    return redirect.target === undefined ? undefined : `${words.quoted(redirect.target)}\n`;
  }
  if (redirect.type !== "HereDoc") return undefined;
  const { text, parts } = redirect.body;
  const body = parts === undefined ? text : words.quoted({ type: "Word", text, value: text, pos: 0, end: 0, parts });
  return redirect.operator === "<<-" ? body.replace(/^\t+/gm, "") : body;
}

/** The file standard output goes to, if any. */
export function outputFile(redirects: readonly RedirectFact[]): RedirectFact | undefined {
  return redirects.findLast((redirect) => /^1?>>?\|?$|^&>/.test(redirect.operator));
}
