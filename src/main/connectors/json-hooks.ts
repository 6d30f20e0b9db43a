// Hooks in a settings file that belongs to the user: ours go in and out, comments, order and everything else stay.
import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from "jsonc-parser";
import { canonical } from "../../shared/lib/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "../../shared/lib/json.ts";

/** One group of hooks for one event, as Claude Code, Codex, Gemini CLI and Qwen Code have them. */
export interface HookGroup {
  readonly event: string;
  readonly group: JsonObject;
}

/** As the file has it already. */
export function formattingOf(text: string): FormattingOptions {
  const indent = /^[{\s]*?\n([ \t]+)"/.exec(text.replaceAll(/^\s*\/\/.*\n/gm, ""))?.[1] ?? "  ";
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

export class UnreadableSettings extends Error {}

/** The text with exactly these groups of ours. Text that has them stays as it is, however it is laid out. */
export function withHooks(text: string | undefined, groups: readonly HookGroup[]): string {
  const wanted = inserted(text, groups);
  return text !== undefined && text.trim() !== "" && meansTheSame(text, wanted) ? text : wanted;
}

/** Agents write their settings anew in their own layout, and other hooks may be added after ours. */
function meansTheSame(text: string, other: string): boolean {
  const meaning = (each: string): string => {
    const groups = Object.entries(hooksOf(each)).map(([event, list]) => [
      event,
      Array.isArray(list) ? list.map(canonical).toSorted() : list,
    ]);
    return canonical({ ...settingsOf(each), hooks: Object.fromEntries(groups) });
  };
  return meaning(text) === meaning(other);
}

function inserted(text: string | undefined, groups: readonly HookGroup[]): string {
  let result = withoutHooks(text) ?? "{}\n";
  for (const { event, group } of groups) {
    const present = groupsOf(result, event);
    const path = present === undefined ? ["hooks", event] : ["hooks", event, present.length];
    const value = present === undefined ? [group] : group;
    result = changed(result, path, value, present !== undefined);
  }
  return result;
}

/** The text without any hook of ours; undefined when nothing else was in the file. */
export function withoutHooks(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  let result = text;
  for (const event of Object.keys(hooksOf(result))) {
    const groups = groupsOf(result, event) ?? [];
    for (let index = groups.length - 1; index >= 0; index -= 1) {
      if (isOurs(groups[index] ?? null)) result = changed(result, ["hooks", event, index], undefined);
    }
    if (groups.length > 0 && groupsOf(result, event)?.length === 0)
      result = changed(result, ["hooks", event], undefined);
  }
  const before = hooksOf(text);
  if (Object.keys(before).length > 0 && Object.keys(hooksOf(result)).length === 0) {
    result = changed(result, ["hooks"], undefined);
  }
  return result !== text && Object.keys(settingsOf(result)).length === 0 ? undefined : result;
}

export function settingsOf(text: string | undefined): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = parse(text ?? "{}", errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isJsonObject(value))
    throw new UnreadableSettings("It is not valid JSON: correct it first.");
  return value;
}

function hooksOf(text: string): JsonObject {
  const hooks = settingsOf(text)["hooks"] ?? {};
  if (!isJsonObject(hooks)) throw new UnreadableSettings('Its member "hooks" is not an object: correct it first.');
  return hooks;
}

function groupsOf(text: string, event: string): readonly Json[] | undefined {
  const groups = hooksOf(text)[event];
  if (groups === undefined || Array.isArray(groups)) return groups;
  throw new UnreadableSettings(`Its hooks for "${event}" are not a list: correct it first.`);
}

/** Ours are known by where they lead, whatever else somebody changed about them. */
function isOurs(group: Json): boolean {
  return /gatehouse-hook|\/hooks\/(?:claude-code|codex|gemini-cli|qwen-code)\b/.test(JSON.stringify(group));
}

function changed(text: string, path: (string | number)[], value: unknown, isArrayInsertion = false): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: formattingOf(text), isArrayInsertion }));
}
