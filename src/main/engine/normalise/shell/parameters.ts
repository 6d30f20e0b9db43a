// Parameter expansion on values that are known: `${a:-b}`, `${a:0:1}`, `${a/x/y}`, `${a^^}` …
import type { ParameterOperation, Word } from "unbash";
import { escapes } from "../code/decode.ts";
import { globExpression } from "./globs.ts";

/** The result of an operation on a value (undefined: not set), or undefined when it cannot be told. */
export function applyOperation(
  value: string | undefined,
  operation: ParameterOperation,
  read: (word: Word) => string | undefined,
): string | undefined {
  switch (operation.type) {
    case "Default":
      return applyDefault(value, operation.operator, () => read(operation.operand));
    case "Slice":
      return value === undefined
        ? undefined
        : slice(value, read(operation.offset), operation.length === undefined ? undefined : read(operation.length));
    case "Remove":
      return value === undefined ? undefined : remove(value, operation.operator, read(operation.operand));
    case "Replace":
      return value === undefined
        ? undefined
        : replace(value, operation.operator, read(operation.pattern), read(operation.replacement) ?? "");
    case "CaseModification":
      return value === undefined || operation.operand !== undefined ? undefined : changeCase(value, operation.operator);
    case "Transform":
      return value === undefined ? undefined : transform(value, operation.operand.value);
    case "Names":
    case "Unknown":
      break;
  }
  return undefined;
}

function transform(value: string, operator: string): string | undefined {
  switch (operator) {
    case "E":
      return escapes(value);
    case "U":
      return value.toUpperCase();
    case "u":
      return changeCase(value, "^");
    case "L":
      return value.toLowerCase();
    default:
      return undefined;
  }
}

function applyDefault(
  value: string | undefined,
  operator: string,
  operand: () => string | undefined,
): string | undefined {
  const set = value !== undefined && (value !== "" || !operator.startsWith(":"));
  if (operator.endsWith("-") || operator.endsWith("=")) return set ? value : operand();
  if (operator.endsWith("+")) return set ? operand() : "";
  return value;
}

function slice(value: string, offset: string | undefined, length: string | undefined): string | undefined {
  const from = wholeNumber(offset);
  if (from === undefined) return undefined;
  const start = from < 0 ? Math.max(0, value.length + from) : from;
  if (length === undefined) return value.slice(start);
  const count = wholeNumber(length);
  if (count === undefined) return undefined;
  return value.slice(start, count < 0 ? value.length + count : start + count);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
}

function remove(value: string, operator: string, pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  const greedy = operator.length === 2;
  const fromStart = operator.startsWith("#");
  const expression = globExpression(pattern);
  if (expression === undefined) return undefined;
  const candidates = Array.from({ length: Math.min(value.length, 512) + 1 }, (_, count) => count);
  if (greedy) candidates.reverse();
  for (const count of candidates) {
    const part = fromStart ? value.slice(0, count) : value.slice(value.length - count);
    if (expression.test(part)) return fromStart ? value.slice(count) : value.slice(0, value.length - count);
  }
  return value;
}

function replace(value: string, operator: string, pattern: string | undefined, by: string): string | undefined {
  if (pattern === undefined || /[*?[\]]/.test(pattern)) return undefined;
  if (pattern === "") return value;
  switch (operator) {
    case "//":
      return value.replaceAll(pattern, () => by);
    case "/#":
      return value.startsWith(pattern) ? by + value.slice(pattern.length) : value;
    case "/%":
      return value.endsWith(pattern) ? value.slice(0, -pattern.length) + by : value;
    default:
      return value.replace(pattern, () => by);
  }
}

function changeCase(value: string, operator: string): string {
  switch (operator) {
    case "^^":
      return value.toUpperCase();
    case ",,":
      return value.toLowerCase();
    case "^":
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    default:
      return value.slice(0, 1).toLowerCase() + value.slice(1);
  }
}
