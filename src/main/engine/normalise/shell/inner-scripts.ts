// Inner scripts: shell text found inside a word, a here-document or an arithmetic expression.
import { parse } from "unbash";
import type { ArithmeticExpression, ParameterExpansionPart, ParsedScript, Word, WordPart } from "unbash";
import { assertNever } from "../../../../shared/lib/result.ts";
import { isHazardous } from "./hazard.ts";
import { limits } from "../limits.ts";

export interface InnerScript {
  readonly label: "$()" | "<()" | ">()";
  readonly text: string;
  readonly script: ParsedScript | undefined;
  /** What `<(…)` holds, when that is known. */
  readonly printed?: string;
}

/** The substitutions of `$((…))`. */
export function scriptsInArithmetic(expression: ArithmeticExpression | undefined, depth = 0): readonly InnerScript[] {
  if (expression === undefined || depth > limits.depth) return [];
  const next = depth + 1;
  switch (expression.type) {
    case "ArithmeticCommandExpansion":
      return [{ label: "$()", text: expression.text, script: expression.script }];
    case "ArithmeticBinary":
      return [...scriptsInArithmetic(expression.left, next), ...scriptsInArithmetic(expression.right, next)];
    case "ArithmeticUnary":
      return scriptsInArithmetic(expression.operand, next);
    case "ArithmeticTernary":
      return [expression.test, expression.consequent, expression.alternate].flatMap((part) =>
        scriptsInArithmetic(part, next),
      );
    case "ArithmeticGroup":
      return scriptsInArithmetic(expression.expression, next);
    case "ArithmeticWord":
      return scriptsInParts(expression.parts, next);
    default:
      return assertNever(expression);
  }
}

/** The substitutions of a word, wherever in it they stand. */
export function scriptsInWord(word: Word | undefined, depth = 0): readonly InnerScript[] {
  return word?.parts === undefined ? [] : scriptsInParts(word.parts, depth);
}

/** Those of an index and of an operation: the shell runs them whatever becomes of the parameter. */
export function scriptsInParameter(part: ParameterExpansionPart, depth = 0): readonly InnerScript[] {
  const { operation } = part;
  // The parser cuts pattern and replacement at any slash, also at one inside of a substitution.
  if (operation?.type === "Replace" && part.text.includes("/", part.text.search(/\$\(|`/)))
    return [
      ...scriptsInWord(part.index, depth),
      ...scriptsInText(part.text.slice(operation.operatorEnd - part.pos, -1), depth + 1),
    ];
  const words = operation === undefined ? [] : Object.values(operation).filter(isWord);
  return [part.index, ...words].flatMap((word) => scriptsInWord(word, depth));
}

/** A script out of a text of its own: its positions are not those of the command line. */
export function inText(inner: InnerScript, source: string): InnerScript {
  if (inner.script === undefined || inner.script.source !== undefined) return inner;
  return { ...inner, script: { ...inner.script, source } };
}

/** How many substitutions of a text are looked at for a bracket before them, and how far back it may be. */
const mostLooked = 20;
const bracketReach = 100;
const mostCharacters = 4000;

/** The shell evaluates what it takes for a number, and with it the subscript in `'a[$(…)]'`, quoted or not. */
export function scriptsInSubscripts(text: string): readonly InnerScript[] {
  const at = subscriptIn(text);
  return at < 0 ? [] : scriptsInText(text.slice(at, at + mostCharacters));
}

/** Where a bracket opens that holds a substitution; text without a bracket is read once, at the speed of a search. */
function subscriptIn(text: string): number {
  const first = text.indexOf("[");
  if (first < 0) return -1;
  const substitution = /\$\(|`/g;
  substitution.lastIndex = first;
  for (let looked = 0; looked < mostLooked; looked += 1) {
    const found = substitution.exec(text);
    if (found === null) return -1;
    const before = text.slice(Math.max(0, found.index - bracketReach), found.index);
    const open = before.lastIndexOf("[");
    if (open > before.lastIndexOf("]")) return found.index - before.length + open;
  }
  return first;
}

/** The substitutions of a text that is expanded as if it stood in double quotes: a prompt, `${a@P}`. */
export function scriptsInText(text: string, depth = 0): readonly InnerScript[] {
  if (depth > limits.depth || text.length > mostCharacters || !/\$\(|`/.test(text)) return [];
  const source = `: "${text.replaceAll('"', "")}"`;
  if (isHazardous(source)) return [];
  const command = parse(source).commands[0]?.command;
  if (command?.type !== "Command") return [];
  return command.args
    .flatMap((word) => (word.type === "Word" ? scriptsInWord(word, depth) : []))
    .map((inner) => inText(inner, source));
}

function isWord(value: unknown): value is Word {
  return typeof value === "object" && value !== null && "type" in value && value.type === "Word";
}

export function scriptsInParts(parts: readonly WordPart[] | undefined, depth = 0): readonly InnerScript[] {
  if (depth > limits.depth) return [];
  return (parts ?? []).flatMap((part): readonly InnerScript[] => {
    if (part.type === "CommandExpansion") return [{ label: "$()", text: part.text, script: part.script }];
    if (part.type === "ProcessSubstitution")
      return [{ label: part.operator === "<" ? "<()" : ">()", text: part.text, script: part.script }];
    if (part.type === "ArithmeticExpansion") return scriptsInArithmetic(part.expression, depth + 1);
    if (part.type === "ParameterExpansion") return scriptsInParameter(part, depth + 1);
    return "parts" in part ? scriptsInParts(part.parts, depth + 1) : [];
  });
}
