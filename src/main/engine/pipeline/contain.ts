// Containment of single commands: the condition by which an uncontained agent runs its command in a sandbox.
import type { Settings } from "../../../shared/contract/settings.ts";
import { effectiveArguments } from "../../../shared/domain/effective-arguments.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Condition, RiskAssessment } from "../../../shared/domain/verdict.ts";

/** With the command contained as the last of the conditions, where the setting asks for it and the agent can. */
export function withContainment(
  conditions: readonly Condition[],
  intent: Intent,
  facts: Pick<Facts, "tool" | "uninspected">,
  risk: Pick<RiskAssessment, "level">,
  setting: Settings["containCommands"],
): readonly Condition[] {
  const { contain } = intent;
  if (contain === undefined || facts.tool !== "execute_command" || setting === "off") return conditions;
  if (setting === "medium" && risk.level === "LOW" && facts.uninspected.length === 0) return conditions;
  const given = effectiveArguments(intent.arguments, conditions);
  const command = given[contain.argument];
  if (typeof command !== "string" || isContained(command, contain.launcher)) return conditions;
  const value = { ...given, [contain.argument]: containedCommand(command, contain.launcher, intent.intentId) };
  const text = "It runs contained: it reaches its project and allowed hosts, and nothing else of yours.";
  return [...conditions, { kind: "arguments", text, value }];
}

/** The same command, as one word for a shell inside. Exact for every POSIX shell: nothing but the quote itself needs care. */
export function containedCommand(command: string, launcher: string, intentId: string): string {
  return `${quoted(launcher)} run --intent ${quoted(intentId)} -- bash -c ${quoted(command)}`;
}

function isContained(command: string, launcher: string): boolean {
  return command.startsWith(`${quoted(launcher)} run `);
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
