// Whether a setting may have a value, by the schema the engine uses, in words for people.
import { z } from "zod";
import { type Settings, settingsSchema } from "../../../shared/contract/settings.ts";
import { wholeNumber } from "../../labels/format.ts";
import { validate as labels } from "../../labels/settings.ts";

/** Why the setting cannot have this value; undefined when it can. */
export function settingProblem(name: keyof Settings, value: unknown): string | undefined {
  const checked = settingsSchema.shape[name].safeParse(value);
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  if (issue === undefined) return labels.notAllowed;
  const schema = numberAt(settingsSchema.shape[name], issue.path);
  return schema === undefined ? messageOf(issue) : rangeSentence(schema);
}

/** Of alternatives that were all refused, the one that says the most. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const inner = issue.errors.flat().find(({ code }) => code === "custom") ?? issue.errors.flat()[0];
  return inner?.message ?? issue.message;
}

function rangeSentence(schema: z.ZodNumber): string {
  const { minValue, maxValue } = schema;
  if (minValue === null || maxValue === null) return labels.wholeNumber;
  return labels.wholeNumberBetween(wholeNumber(minValue), wholeNumber(maxValue));
}

function numberAt(schema: unknown, path: readonly PropertyKey[]): z.ZodNumber | undefined {
  let current = unwrapped(schema);
  for (const part of path) {
    if (!(current instanceof z.ZodObject)) return undefined;
    current = unwrapped((current.shape as Record<PropertyKey, unknown>)[part]);
  }
  return current instanceof z.ZodNumber ? current : undefined;
}

function unwrapped(schema: unknown): unknown {
  let current = schema;
  while (
    current instanceof z.ZodDefault ||
    current instanceof z.ZodPrefault ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodOptional
  ) {
    current = current.unwrap();
  }
  return current;
}
