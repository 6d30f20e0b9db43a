// The completion script for zsh: one function, with what the table says about each command handed to _arguments.
import type { ValueKind } from "../table/entry.ts";
import { commandGroups, firstWords, isGroup, membersOf } from "../table/index.ts";
import { type Completed, completedCommands, quoted } from "./words.ts";

export function zshScript(): string {
  const groups = Object.keys(commandGroups).filter(isGroup);
  const offered = [["help", "Show all commands"] as const, ...firstWords()];
  return `#compdef gatehouse
# zsh completion for gatehouse, made by: gatehouse completion zsh
_gatehouse() {
  local -a words_offered
  if (( CURRENT == 2 )); then
    words_offered=(
${described(offered)}
    )
    _describe command words_offered
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${groups.map((group) => groupCase(group)).join("\n")}
  esac
  case $command in
${completedCommands().map(argumentsCase).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_gatehouse" ]; then
  _gatehouse "$@"
else
  compdef _gatehouse gatehouse
fi
`;
}

function groupCase(group: keyof typeof commandGroups): string {
  const members = membersOf(group).map(([word, { summary }]) => [word, summary] as const);
  return `    ${group})
      if (( CURRENT == 2 )); then
        words_offered=(
${described(members)}
        )
        _describe command words_offered
        return
      fi
      command="$command $words[2]"
      shift words
      (( CURRENT-- )) ;;`;
}

function described(words: readonly (readonly [word: string, summary: string])[]): string {
  return words.map(([word, summary]) => `      ${quoted(`${word}:${summary}`)}`).join("\n");
}

function argumentsCase({ name, options, operands }: Completed): string {
  const specs = [
    ...options.map((option) =>
      quoted(`${option.name}${option.value === undefined ? "" : `:value:${action(option.value)}`}`),
    ),
    ...operands.map((kind, index) => quoted(`${index + 1}:word:${action(kind)}`)),
    ...(operands.length === 0 ? [] : [quoted("*:word: ")]),
  ];
  return `    ${quoted(name)}) _arguments ${specs.join(" ")} ;;`;
}

function action(kind: ValueKind): string {
  if (kind === "text") return " ";
  if (kind === "file") return "_files";
  return kind === "directory" ? "_files -/" : `(${kind.join(" ")})`;
}
