// Inner scripts: shell text found inside a word, a here-document or an arithmetic expression.
import type { ArithmeticExpression, ParsedScript } from "unbash";
import { assertNever } from "../../../shared/result.ts";
import { limits } from "./limits.ts";

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
      return (expression.parts ?? []).flatMap((part) =>
        part.type === "CommandExpansion" ? [{ label: "$()" as const, text: part.text, script: part.script }] : [],
      );
    default:
      return assertNever(expression);
  }
}
