// Output: what ordinary text programs print, when their arguments and input are known. Nothing is run.
import { base32, base64, escapes, hexadecimal, translate } from "./decode.ts";
import { limits } from "./limits.ts";
import { hasOption, optionValue, parseOptions } from "./options.ts";

export interface Printed {
  readonly text: string;
  /** The encoding it was taken out of, if any. */
  readonly decoder?: string;
}

const silent = new Set([
  "true",
  ":",
  "cd",
  "export",
  "set",
  "sleep",
  "mkdir",
  "touch",
  "umask",
  "shopt",
  "unset",
  "local",
]);

/** Undefined when it cannot be told. */
export function printedBy(program: string, words: readonly string[], input: string | undefined): Printed | undefined {
  if (input !== undefined && input.length > limits.expandedCharacters) return undefined;
  if (silent.has(program)) return { text: "" };
  switch (program) {
    case "echo":
      return echo(words);
    case "printf":
      return printf(words);
    case "cat":
    case "tee":
      return passThrough(program, words, input);
    case "which":
      return words.length === 1 ? known(words[0]) : undefined;
    case "command":
    case "type":
      return words.length === 2 && /^-[vpP]$/.test(words[0] ?? "") ? known(words[1]) : undefined;
    case "pwd":
      return { text: "$PWD" };
    case "mktemp":
      return words.every((word) => word === "-d" || word === "-q") ? { text: "$TMPDIR/mktemp" } : undefined;
    default:
      return input === undefined ? undefined : filter(program, words, input);
  }
}

function known(text: string | undefined): Printed | undefined {
  return text === undefined ? undefined : { text };
}

function echo(words: readonly string[]): Printed {
  let at = 0;
  let interpret = false;
  let newline = true;
  for (; /^-[neE]+$/.test(words[at] ?? ""); at += 1) {
    if (words[at]?.includes("e") === true) interpret = true;
    if (words[at]?.includes("n") === true) newline = false;
  }
  const text = words.slice(at).join(" ");
  // dash reads escapes without being asked to; hexadecimal ones are written for no other reason.
  const decoded = interpret || /\\x[0-9a-fA-F]{2}|\\0[0-7]{2}/.test(text) ? escapes(text) : text;
  return {
    text: decoded + (newline ? "\n" : ""),
    ...(decoded !== text && text.includes("\\x") ? { decoder: "hex" } : {}),
  };
}

function printf(words: readonly string[]): Printed | undefined {
  const start = words[0] === "--" ? 1 : 0;
  const format = words[start];
  if (format === undefined || format === "-v") return undefined;
  const values = words.slice(start + 1);
  let text = "";
  let at = 0;
  do {
    const before = at;
    text += escapes(format).replace(/%(?:-?\d*(?:\.\d+)?)([sbqdicxX%])/g, (_, kind: string) => {
      if (kind === "%") return "%";
      const value = values[at] ?? "";
      at += 1;
      return kind === "b" ? escapes(value) : value;
    });
    if (at === before) break;
  } while (at < values.length && text.length < limits.expandedCharacters);
  const encoded = /\\x|\\[0-7]{3}/.test(format) || values.some((value) => value.includes("\\x"));
  return { text, ...(encoded ? { decoder: "hex" } : {}) };
}

function passThrough(program: string, words: readonly string[], input: string | undefined): Printed | undefined {
  if (input === undefined) return undefined;
  const files = words.filter((word) => !word.startsWith("-"));
  return program === "tee" || files.length === 0 ? { text: input } : undefined;
}

function filter(program: string, words: readonly string[], input: string): Printed | undefined {
  switch (program) {
    case "b64decode":
      return decoded("base64", base64(input));
    case "base64":
    case "gbase64":
    case "basenc":
      return decodes(words) ? decoded("base64", base64(input)) : undefined;
    case "base32":
      return decodes(words) ? decoded("base32", base32(input)) : undefined;
    case "openssl":
      return words.includes("-d") && words.some((word) => /^-?base64$|^-a$/.test(word))
        ? decoded("base64", base64(input))
        : undefined;
    case "xxd": {
      const parsed = parseOptions(words, { short: "clos" });
      return hasOption(parsed, "-r") ? decoded("hex", hexadecimal(input)) : undefined;
    }
    case "rev":
      return decoded(
        "rev",
        input
          .split("\n")
          .map((line) => Array.from(line).reverse().join(""))
          .join("\n"),
      );
    case "tac":
      return { text: input.split("\n").reverse().join("\n") };
    case "tr":
      return tr(words, input);
    case "sed":
      return sed(words, input);
    case "head":
    case "tail":
    case "sort":
    case "uniq":
      return input.trimEnd().includes("\n") ? undefined : { text: input };
    default:
      return undefined;
  }
}

function decodes(words: readonly string[]): boolean {
  return words.some((word) => /^--d(?:e(?:c(?:o(?:de?)?)?)?)?$/.test(word) || /^-[a-zA-Z]*[dD]/.test(word));
}

function decoded(decoder: string, text: string | undefined): Printed | undefined {
  return text === undefined ? undefined : { text, decoder };
}

function tr(words: readonly string[], input: string): Printed | undefined {
  const parsed = parseOptions(words, {});
  const [from, to] = parsed.operands;
  if (from === undefined || hasOption(parsed, "-c", "-C")) return undefined;
  const text = translate(input, from, to ?? "", hasOption(parsed, "-d"));
  return text === undefined ? undefined : decoded("tr", text);
}

/** Only plain substitutions: `s/a/b/g` without special characters. */
function sed(words: readonly string[], input: string): Printed | undefined {
  const parsed = parseOptions(words, { short: "e" });
  const script = optionValue(parsed, "-e") ?? parsed.operands[0];
  const match = /^s([/|#,:@!])((?:(?!\1).)*)\1((?:(?!\1).)*)\1(g?)$/s.exec(script ?? "");
  const [, , from, to, all] = match ?? [];
  if (from === undefined || to === undefined || from === "" || /[\\.*[\]^$&]/.test(from + to)) return undefined;
  const lines = input.split("\n").map((line) => (all === "g" ? line.replaceAll(from, to) : line.replace(from, to)));
  return decoded("sed", lines.join("\n"));
}
