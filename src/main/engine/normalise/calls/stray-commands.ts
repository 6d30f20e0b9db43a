// Stray commands: command lines that stand in arguments whose names do not say so, and text that is typed into a running program.
import type { JsonObject } from "../../../../shared/lib/json.ts";
import { type GivenCommand, isCodeMember, isCommandName, type Member, stdinNames } from "./arguments.ts";
import { definitionOf } from "../programs/registry.ts";
import { limits } from "../limits.ts";
import type { ToolName } from "./tools.ts";

/** A program at the beginning, and something only a command line has: an option, an operator, an address or a path. */
const commandLine = /^\s*(?:[$#>]\s+)?(?:sudo\s+)?([a-z][\w.+-]*)\s([^]*)$/;
const shellForm = /(?:^|\s)--?[a-zA-Z]|[|;<>`]|&&|\$[({]|:\/\/|(?:^|\s)~?\.{0,2}\//;

/** Words for people, and texts that are looked at in other ways. */
const proseNames =
  /^(?:prompt|description|message|messages|title|body|note|notes|text|reason|justification|query|content|contents|summary|instruction|instructions|goal|task|thought|comment|question|activeform|filetext|newstring|oldstring|newstr|oldstr|pattern)$/;

export function looksLikeCommand(member: Member): boolean {
  const { name, value, where } = member;
  const known = proseNames.test(name) || isCommandName(name) || isCodeMember(member) || stdinNames.has(name);
  // What stands in lists may be words of one command, and variables are set, not run.
  return !known && !/env|\.run\b|\[\d+\]$/i.test(where) && isCommandLine(value);
}

function isCommandLine(text: string): boolean {
  if (text.length > limits.shellCharacters) return false;
  const [, program, rest] = commandLine.exec(text) ?? [];
  return program !== undefined && rest !== undefined && shellForm.test(rest) && definitionOf(program) !== undefined;
}

const terminals = /terminal|console|repl|process|tty|tmux|keyboard|computer|session|shell|type/;
const typedNames = /^(?:text|input|keys|chars|characters|data|content|value)$/;
const python = /^\s*(?:import|from)\s+\w|\bos\.(?:system|popen)\(|\bsubprocess\.|\b__import__\(/;

/** The language of a text that the tool types into a terminal or a program that runs there. */
export function typedInto({ name: tool }: ToolName, { name, value }: Member): "shell" | "python" | undefined {
  if (!typedNames.test(name) || !terminals.test(tool) || value.length > limits.shellCharacters) return undefined;
  if (python.test(value)) return "python";
  return isCommandLine(value) ? "shell" : undefined;
}

/** Programs whose commands tools take without the program's name. */
const clients: readonly (readonly [RegExp, string])[] = [
  [/redis|valkey/, "redis-cli"],
  [/kubectl|kubernetes|k8s/, "kubectl"],
  [/docker/, "docker"],
  [/terraform/, "terraform"],
  [/helm/, "helm"],
  [/gcloud/, "gcloud"],
  [/aws/, "aws"],
  [/git(?!hub|lab)/, "git"],
];

/** `{ "cmd": "FLUSHALL" }` of a tool for Redis is `redis-cli FLUSHALL`. */
export function forClient(command: GivenCommand, { server, name }: ToolName): GivenCommand {
  if (server === undefined) return command;
  const [, program] = clients.find(([pattern]) => pattern.test(`${server} ${name}`.toLowerCase())) ?? [];
  const first = (command.words?.[0] ?? command.text.trim().split(/\s/, 1)[0] ?? "").toLowerCase();
  if (program === undefined || first === program || definitionOf(first) !== undefined) return command;
  const { text, words } = command;
  return words === undefined
    ? { text: `${program} ${text}` }
    : { text: `${program} ${text}`, words: [program, ...words] };
}

/** Tools for files and memories take what they are to do as "command". */
export function isEditorVerb(text: string, given: JsonObject): boolean {
  return given["path"] !== undefined && /^(?:view|create|str_replace|insert|delete|rename)$/.test(text.trim());
}
