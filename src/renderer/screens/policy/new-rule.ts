// A rule of a common form: its name, its text, and its place in the policy file.

export const newRuleEffects = ["escalate", "deny", "allow"] as const;
export const newRuleForms = ["programs", "tools"] as const;

export interface NewRule {
  readonly effect: (typeof newRuleEffects)[number];
  readonly form: (typeof newRuleForms)[number];
  /** Names of programs or tools. */
  readonly values: readonly string[];
  readonly reason: string;
}

/** Names as somebody types them, with commas or blanks between. */
export function namesIn(typed: string): readonly string[] {
  return [...new Set(typed.split(/[\s,]+/).filter((name) => name !== ""))];
}

const verbs = { escalate: "ask", deny: "deny", allow: "allow" } as const;
const longestName = 60;

/** "ask-terraform-kubectl": says what it does; with a number where the name is taken. */
export function ruleName({ effect, values }: NewRule, text: string): string {
  const words = values
    .join("-")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const name = `${verbs[effect]}-${words}`.slice(0, longestName);
  const isTaken = (candidate: string): boolean =>
    new RegExp(`id:\\s*["']?${candidate.replaceAll(".", "\\.")}["']?\\s*(?:[,}#]|$)`, "m").test(text);
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

/** As YAML, each line so many blanks further in. JSON is YAML, so that no name needs rules of its own. */
export function ruleText(rule: NewRule, name: string, indent = 2): string {
  const { effect, form, values, reason } = rule;
  const lines = [
    `- id: ${name}`,
    `  effect: ${effect}`,
    `  ${form}: [${values.map((value) => JSON.stringify(value)).join(", ")}]`,
    ...(reason.trim() === "" ? [] : [`  reason: ${JSON.stringify(reason.trim())}`]),
  ];
  return lines.map((line) => `${" ".repeat(indent)}${line}\n`).join("");
}

/** The policy with the rule as its first; undefined where its rules are written in a way that only a person should change. */
export function withRule(text: string, rule: NewRule, name: string): string | undefined {
  const block = /^rules:[ \t]*(?:#.*)?\r?\n/m.exec(text);
  if (block !== null) {
    const end = block.index + block[0].length;
    const first = /^(?:[ \t]*(?:#.*)?\r?\n)*( *)- /.exec(text.slice(end));
    return `${text.slice(0, end)}${ruleText(rule, name, first?.[1]?.length ?? 2)}${text.slice(end)}`;
  }
  const empty = /^rules:[ \t]*\[[ \t]*\][ \t]*(?:#.*)?$/m.exec(text);
  if (empty !== null) {
    const after = text.slice(empty.index + empty[0].length).replace(/^\r?\n/, "");
    return `${text.slice(0, empty.index)}rules:\n${ruleText(rule, name)}${after}`;
  }
  if (/^rules:/m.test(text)) return undefined;
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${before}rules:\n${ruleText(rule, name)}`;
}
