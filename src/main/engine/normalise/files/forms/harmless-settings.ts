// Harmless settings: whether settings of an agent only say how it looks, what it leaves alone, and which tests it may run.
import { isRecord, textsOf, type Tree, type TreeNode } from "../tree.ts";

/** Keys that start programs, change what is asked, or change whom the agent talks to. What they hold is not judged harmless. */
const decisive =
  /hook|mcp|server|command|helper|notify|status.?line|^env$|environment|sandbox|trust|approv|accept|yolo|bypass|danger|always|skip|plugin|extension|marketplace|url|uri|base$|proxy|endpoint|host|header|key$|token|ssl|cert|telemetry|otel|director|permission|allow|mode$|script|shell|exec|^includes?$|^imports?$|^uses$/iu;

/** Reading, and what builds, tests and formats a project. */
const ordinaryTool = /^(?:Read|Glob|Grep|LS|NotebookRead|TodoWrite|view|ls|grep|glob|read_file|list_directory)$/u;
const ordinaryCommand =
  /^(?:(?:npm|pnpm|yarn|bun) (?:test|t|lint|run (?:test|lint|build|check|format|typecheck|types)[\w:-]*)|git (?:status|diff|log|show|branch --show-current)|(?:cargo|go) (?:test|build|check|clippy|vet|fmt)|(?:npx )?(?:tsc|eslint|prettier|vitest|jest|ruff|mypy|pytest|black|golangci-lint)|make (?:test|lint|build|check)|ls|pwd|wc)(?:[ :]\*|:\*| --?[\w-]+){0,4}$/u;

function isOrdinary(rule: string): boolean {
  const [, command] = /^(?:Bash|Shell|ShellTool|run_shell_command|shell)\((.*)\)$/u.exec(rule) ?? [];
  return command === undefined ? ordinaryTool.test(rule) : ordinaryCommand.test(command);
}

/** Judged by what they hold: a list of what is allowed, and lists of what is not. */
function isJudged({ path, value }: TreeNode): boolean {
  if (/^permissions$/u.test(path)) return isRecord(value);
  if (/^permissions\.(?:deny|ask)(?:\.\d+)?$|(?:^|\.)(?:exclude|excludeTools|disallowed\w*)(?:\.\d+)?$/u.test(path))
    return true;
  if (/^permissions\.(?:allow|allowed_tools)$/u.test(path)) return textsOf(value).every(isOrdinary);
  return /^permissions\.(?:allow|allowed_tools)\.\d+$/u.test(path);
}

/** Only a whole file: what an edit takes out is not in its text. */
export function isHarmless({ nodes, complete }: Tree): boolean {
  const [root] = nodes;
  if (!complete || root === undefined || !isRecord(root.value) || nodes.length < 2) return false;
  return nodes.slice(1).every((node) => !decisive.test(node.key) || isJudged(node));
}
