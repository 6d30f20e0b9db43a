// What the dialog that overrides a denial shows, and when its button is enabled.
import type { Intent } from "../../../shared/domain/intent.ts";
import type { RiskLevel } from "../../../shared/domain/verdict.ts";
import { overrideDialog as labels } from "../../labels/components.ts";

/** Nobody reads more in a dialog. */
const longestShown = 20_000;

export interface ArgumentText {
  readonly name: string;
  readonly text: string;
}

/** Every argument as text, none left out or shortened. */
export function argumentTexts({ tool, arguments: given }: Pick<Intent, "tool" | "arguments">): readonly ArgumentText[] {
  const texts = Object.entries(given).map(([name, value]) => ({
    name,
    text: typeof value === "string" ? value : JSON.stringify(value, undefined, 2),
  }));
  return texts.length === 0 ? [{ name: "tool", text: labels.withoutArguments(tool) }] : texts;
}

/** Whether all of it can be shown: what is not shown cannot be allowed here. */
export function showable(intent: Pick<Intent, "tool" | "arguments">): boolean {
  return argumentTexts(intent).reduce((sum, { name, text }) => sum + name.length + text.length, 0) <= longestShown;
}

export function mayOverride(given: {
  readonly level: RiskLevel;
  readonly reason: string;
  readonly typed: string;
}): boolean {
  if (given.reason.trim() === "") return false;
  return given.level !== "CRITICAL" || given.typed.trim().toLowerCase() === labels.confirmWord;
}
