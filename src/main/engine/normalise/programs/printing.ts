// Printing: what echo, printf and common filters print. Definitions name these; nothing is run.
import { base32, base64, escapes, hexadecimal, translate } from "../code/decode.ts";
import { limits } from "../limits.ts";
import type { Printed, Prints } from "./definition.ts";
import { has, value } from "./invocation.ts";

function decoded(decoder: string, text: string | undefined): Printed | undefined {
  return text === undefined ? undefined : { text, decoder };
}

export const echo: Prints = ({ operands: words }) => {
  let at = 0;
  let interpret = false;
  let newline = true;
  for (; /^-[neE]+$/u.test(words[at] ?? ""); at += 1) {
    if (words[at]?.includes("e") === true) interpret = true;
    if (words[at]?.includes("n") === true) newline = false;
  }
  const text = words.slice(at).join(" ");
  // dash reads escapes without being asked to; hexadecimal ones are written for no other reason.
  const plain = interpret || /\\x[0-9a-fA-F]{2}|\\0[0-7]{2}/u.test(text) ? escapes(text) : text;
  return {
    text: plain + (newline ? "\n" : ""),
    ...(plain !== text && text.includes("\\x") ? { decoder: "hex" } : {}),
  };
};

export const printf: Prints = ({ operands: words }) => {
  const start = words[0] === "--" ? 1 : 0;
  const format = words[start];
  if (format === undefined || format === "-v") return undefined;
  const given = words.slice(start + 1);
  let text = "";
  let at = 0;
  do {
    const before = at;
    text += escapes(format).replaceAll(/%(?:-?\d*(?:\.\d+)?)([sbqdicxX%])/gu, (_, kind: string) => {
      if (kind === "%") return "%";
      const next = given[at] ?? "";
      at += 1;
      return kind === "b" ? escapes(next) : next;
    });
    if (at === before) break;
  } while (at < given.length && text.length < limits.expandedCharacters);
  const encoded = /\\x|\\[0-7]{3}/u.test(format) || given.some((each) => each.includes("\\x"));
  return { text, ...(encoded ? { decoder: "hex" } : {}) };
};

/** `command -v rm` and `type -p rm`: the name is as good as the path. */
export const printsName: Prints = (invocation) => {
  const { options, operands } = invocation;
  return options.length === 1 && operands.length === 1 && has(invocation, "-v", "-p", "-P")
    ? { text: operands[0] ?? "" }
    : undefined;
};

/** With files to read, nobody knows. */
export const ownInput: Prints = ({ operands }, input) =>
  input === undefined || operands.length > 0 ? undefined : { text: input };

/** One line stays as it is, however it is sorted or cut. */
export const oneLine: Prints = (_invocation, input) =>
  input === undefined || input.trimEnd().includes("\n") ? undefined : { text: input };

export const decodesBase64: Prints = (invocation, input) =>
  input !== undefined && has(invocation, "--decode") ? decoded("base64", base64(input)) : undefined;

export const decodesBase32: Prints = (invocation, input) =>
  input !== undefined && has(invocation, "--decode") ? decoded("base32", base32(input)) : undefined;

export const revertsHex: Prints = (invocation, input) =>
  input !== undefined && has(invocation, "-revert") ? decoded("hex", hexadecimal(input)) : undefined;

export const reversesLines: Prints = (_invocation, input) =>
  input === undefined ? undefined : { text: input.split("\n").toReversed().join("\n") };

export const reversesLetters: Prints = (_invocation, input) =>
  decoded(
    "rev",
    input
      ?.split("\n")
      .map((line) => Array.from(line).toReversed().join(""))
      .join("\n"),
  );

export const tr: Prints = (invocation, input) => {
  const [from, to = ""] = invocation.operands;
  if (input === undefined || from === undefined || has(invocation, "--complement")) return undefined;
  return decoded("tr", translate(input, from, to, has(invocation, "--delete")));
};

/** Only plain substitutions: `s/a/b/g` without special characters. */
export const sed: Prints = (invocation, input) => {
  const script = value(invocation, "--expression") ?? invocation.operands[0] ?? "";
  const match = /^s([/|#,:@!])((?:(?!\1).)*)\1((?:(?!\1).)*)\1(g?)$/su.exec(script);
  const [, , from, to, all] = match ?? [];
  if (input === undefined || from === undefined || to === undefined) return undefined;
  if (from === "" || /[\\.*[\]^$&]/u.test(from + to)) return undefined;
  const lines = input.split("\n").map((line) => (all === "g" ? line.replaceAll(from, to) : line.replace(from, to)));
  return decoded("sed", lines.join("\n"));
};
