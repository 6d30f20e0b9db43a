// The completion script for bash. It works with and without the bash-completion package, and with bash 3.2 of macOS.
import type { ValueKind } from "../table/entry.ts";
import { commandGroups, firstWords, isGroup, membersOf } from "../table/index.ts";
import { type Completed, completedCommands } from "./words.ts";

export function bashScript(): string {
  const groups = Object.keys(commandGroups).filter(isGroup);
  return `# bash completion for gatehouse, made by: gatehouse completion bash
_gatehouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" first=2
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _gatehouse_words "help ${firstWords()
      .map(([word]) => word)
      .join(" ")}" "$current"
    return
  fi
  case $command in
${groups.map((group) => groupCase(group)).join("\n")}
  esac
  # Which operand this is: words that are neither options nor their values count.
  local at=$first word skip= operand=0
  while [ "$at" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[at]}"
    at=$((at + 1))
    if [ -n "$skip" ]; then skip=; continue; fi
    [ "$word" = "--" ] && return
    case "$command $word" in
      ${valuedOptions().join(" | ")}) skip=1 ;;
      *" -"*) ;;
      *) operand=$((operand + 1)) ;;
    esac
  done
  if [ -n "$skip" ]; then
    case "$command $previous" in
${completedCommands().flatMap(valueCases).join("\n")}
      *" --data-dir") _gatehouse_files "$current" -d ;;
    esac
    return
  fi
  case $current in
    -*)
      case $command in
${completedCommands()
  .map(
    ({ name, options }) =>
      `        '${name}') _gatehouse_words "${options.map((each) => each.name).join(" ")}" "$current" ;;`,
  )
  .join("\n")}
      esac
      return ;;
  esac
  case "$command $operand" in
${completedCommands().flatMap(operandCases).join("\n")}
  esac
}
_gatehouse_words() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}
# One name a line: names may hold blanks.
_gatehouse_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen \${2:--f} -- "$1"))
  compopt -o filenames 2>/dev/null
  return 0
}
complete -F _gatehouse gatehouse
`;
}

function groupCase(group: keyof typeof commandGroups): string {
  const words = membersOf(group)
    .map(([word]) => word)
    .join(" ");
  return `    ${group})
      if [ "$COMP_CWORD" -eq 2 ]; then
        _gatehouse_words "${words}" "$current"
        return
      fi
      command="$command \${COMP_WORDS[2]}" first=3 ;;`;
}

function valuedOptions(): readonly string[] {
  const own = completedCommands().flatMap(({ name, options }) =>
    options
      .filter((each) => each.value !== undefined && each.name !== "--data-dir")
      .map((each) => `'${name} ${each.name}'`),
  );
  return [...own, `*" --data-dir"`];
}

function valueCases({ name, options }: Completed): readonly string[] {
  return options.flatMap((option) => {
    const offered = option.name === "--data-dir" ? undefined : offer(option.value);
    return offered === undefined ? [] : [`      '${name} ${option.name}') ${offered} ;;`];
  });
}

function operandCases({ name, operands }: Completed): readonly string[] {
  return operands.flatMap((kind, index) => {
    const offered = offer(kind);
    return offered === undefined ? [] : [`    '${name} ${index}') ${offered} ;;`];
  });
}

function offer(kind: ValueKind | undefined): string | undefined {
  if (kind === undefined || kind === "text") return undefined;
  if (kind === "file") return `_gatehouse_files "$current"`;
  if (kind === "directory") return `_gatehouse_files "$current" -d`;
  return `_gatehouse_words "${kind.join(" ")}" "$current"`;
}
