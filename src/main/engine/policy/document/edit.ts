// Changing a policy file for its owner: rules go in and out as lines of text, so that comments and layout stay as they were.
import { isJsonObject, type Json } from "../../../../shared/lib/json.ts";
import { type Document, isMap, isSeq, parseDocument, type YAMLSeq } from "yaml";
import type { PolicyRule } from "../../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../../shared/lib/result.ts";

/** A rule as the file would say it. */
export function describeRule(rule: PolicyRule): string {
  return linesOf(rule, 0).join("\n");
}

/** The text with the rule appended. Fails when the file cannot be read or has a rule of that id. */
export function addRule(text: string, rule: PolicyRule): Result<string, string> {
  const opened = open(text);
  if (!opened.ok) return opened;
  const { document, rules } = opened.value;
  if (indexOfRule(rules, rule.id) >= 0) return fail(`The policy already has a rule "${rule.id}".`);
  const wanted = [...dataOf(rules), rule];
  const block = rules !== undefined && !isFlow(rules) && rules.items.length > 0;
  const edited = block ? insertLines(text, rules, rule) : undefined;
  return keeps(edited, wanted) ?? rewritten(document, text, wanted);
}

/** The text without the rule. */
export function removeRule(text: string, id: string): Result<string, string> {
  const opened = open(text);
  if (!opened.ok) return opened;
  const { document, rules } = opened.value;
  const index = indexOfRule(rules, id);
  if (rules === undefined || index < 0) return fail(`The policy has no rule "${id}".`);
  const wanted = dataOf(rules).filter((_, at) => at !== index);
  const edited = !isFlow(rules) && wanted.length > 0 ? cutLines(text, rules, index) : undefined;
  return keeps(edited, wanted) ?? rewritten(document, text, wanted);
}

interface Opened {
  readonly document: Document.Parsed;
  readonly rules: YAMLSeq | undefined;
}

function open(text: string): Result<Opened, string> {
  const document = parseDocument(text, { stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) return fail(`The policy file cannot be read: ${error.message}`);
  const rules = document.get("rules", true);
  if (!isMap(document.contents) || (rules !== undefined && !isSeq(rules)))
    return fail("The policy file has no list of rules.");
  return ok({ document, rules: isSeq(rules) ? rules : undefined });
}

function isFlow(rules: YAMLSeq): boolean {
  return rules.flow === true;
}

function dataOf(rules: YAMLSeq | undefined): readonly unknown[] {
  return (rules?.toJSON() as readonly unknown[] | undefined) ?? [];
}

function indexOfRule(rules: YAMLSeq | undefined, id: string): number {
  return rules?.items.findIndex((item) => isMap(item) && item.get("id") === id) ?? -1;
}

function insertLines(text: string, rules: YAMLSeq, rule: PolicyRule): string | undefined {
  const last = rules.items.at(-1);
  const end = isMap(last) ? last.range?.[1] : undefined;
  const start = rules.range?.[0];
  if (end === undefined || start === undefined) return undefined;
  const indent = start - (text.lastIndexOf("\n", start - 1) + 1);
  const kept = text.slice(0, end).trimEnd();
  const rest = text.slice(kept.length).replace(/^[^\S\n]*\n?/, "");
  return `${kept}\n\n${linesOf(rule, indent).join("\n")}\n${rest}`;
}

/** From the line of the rule's dash to the line before the next thing that is not its own. */
function cutLines(text: string, rules: YAMLSeq, index: number): string | undefined {
  const item = rules.items[index];
  const range = isMap(item) ? item.range : undefined;
  if (!range) return undefined;
  const dash = text.lastIndexOf("-", range[0]);
  const start = text.lastIndexOf("\n", dash) + 1;
  const kept = text.slice(0, range[1]).trimEnd().length;
  const lineEnd = text.indexOf("\n", kept);
  const before = text.slice(0, start);
  const after = lineEnd < 0 ? "" : text.slice(lineEnd + 1);
  return before + after.replace(/^(?:[^\S\n]*\n)+/, "");
}

/** An edit of lines counts only if the file then says exactly what was wanted. */
function keeps(edited: string | undefined, wanted: readonly unknown[]): Result<string, string> | undefined {
  if (edited === undefined) return undefined;
  const opened = open(edited);
  return opened.ok && JSON.stringify(dataOf(opened.value.rules)) === JSON.stringify(wanted) ? ok(edited) : undefined;
}

function rewritten(document: Document.Parsed, text: string, rules: readonly unknown[]): Result<string, string> {
  if (/^\s*\{/.test(text)) {
    const data: Json = document.toJS({ maxAliasCount: 0 });
    return ok(`${JSON.stringify({ ...(isJsonObject(data) ? data : {}), rules }, undefined, 2)}\n`);
  }
  document.set("rules", document.createNode(rules));
  return ok(document.toString({ lineWidth: 0 }));
}

/** Values as JSON, which YAML reads as well: no rule text can be taken for something else. */
function linesOf(rule: PolicyRule, indent: number): readonly string[] {
  const margin = " ".repeat(indent);
  const members = Object.entries(rule).filter(([, value]) => value !== undefined);
  return members.flatMap(([name, value], index) => {
    const lead = `${margin}${index === 0 ? "- " : "  "}`;
    if (!Array.isArray(value) || name === "tools" || name === "effects" || name === "programs")
      return [`${lead}${name}: ${scalar(value)}`];
    return [`${lead}${name}:`, ...value.map((item) => `${margin}    - ${scalar(item)}`)];
  });
}

/** Plain words stay plain; anything else is quoted. */
function scalar(value: unknown): string {
  if (
    typeof value === "string" &&
    /^[A-Za-z][A-Za-z0-9_.-]*$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)
  )
    return value;
  const quoted = JSON.stringify(value);
  return typeof value === "string" && /^[\x20-\x26\x28-\x7e]*$/.test(value) && quoted.includes("\\")
    ? `'${value}'`
    : quoted;
}
