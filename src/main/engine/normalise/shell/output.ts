// Output: what a command prints, when its definition can tell that from its arguments and input. Nothing is run.
import { base64 } from "../code/decode.ts";
import { limits } from "../limits.ts";
import type { Printed } from "../programs/definition.ts";
import { parse } from "../programs/parse.ts";
import { definitionOf, syntaxOf } from "../programs/registry.ts";

/** Undefined when it cannot be told. */
export function printedBy(program: string, words: readonly string[], input: string | undefined): Printed | undefined {
  if (input !== undefined && input.length > limits.expandedCharacters) return undefined;
  const prints = definitionOf(program)?.prints;
  if (prints === "nothing") return { text: "" };
  if (prints === "input") return input === undefined ? undefined : { text: input };
  if (prints !== undefined) return prints(parse(words, syntaxOf(program)), input);
  return input === undefined || program !== "openssl" ? undefined : openssl(words, input);
}

function openssl(words: readonly string[], input: string): Printed | undefined {
  if (!words.includes("-d") || !words.some((word) => /^-?base64$|^-a$/.test(word))) return undefined;
  const text = base64(input);
  return text === undefined ? undefined : { text, decoder: "base64" };
}
