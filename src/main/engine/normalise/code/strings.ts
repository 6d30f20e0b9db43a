// String literals of program text, found by one pass that knows quotes, escapes and comments of common languages.
import { escapes } from "./decode.ts";

export interface StringLiteral {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Backticks and `%x` in languages where they run a command. */
  readonly shell: boolean;
}

const mostLiterals = 2_000;
const hashComments = new Set(["python", "ruby", "perl", "awk", "r", "tcl", "php", "julia", "elixir"]);
const slashComments = new Set(["javascript", "php", "groovy", "scala"]);
const backtickRuns = new Set(["perl", "ruby", "php", "julia"]);

export function readStrings(text: string, language: string): readonly StringLiteral[] {
  const found: StringLiteral[] = [];
  const hash = hashComments.has(language);
  const slash = slashComments.has(language);
  for (let at = 0; at < text.length && found.length < mostLiterals; at += 1) {
    const letter = text.charAt(at);
    if (letter === "#" && hash && (at === 0 || /\s/.test(text.charAt(at - 1)))) at = lineEnd(text, at);
    else if (letter === "/" && slash && text.charAt(at + 1) === "/") at = lineEnd(text, at);
    else if (letter === "'" || letter === '"' || letter === "`") {
      const literal = readQuoted(text, at, letter, language);
      found.push(literal);
      at = literal.end - 1;
    } else if (letter === "%" && language === "ruby" && text.charAt(at + 1) === "x")
      at = readDelimited(text, at + 2, found);
    else if (
      letter === "q" &&
      language === "perl" &&
      /^q[xqw]?\s*[{(/[|!]/.test(text.slice(at, at + 6)) &&
      !/\w/.test(text.charAt(at - 1))
    ) {
      const runs = text.charAt(at + 1) === "x";
      at = readDelimited(text, at + (/[xqw]/.test(text.charAt(at + 1)) ? 2 : 1), found, runs);
    }
  }
  return found;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function readQuoted(text: string, at: number, quote: string, language: string): StringLiteral {
  const triple =
    quote !== "`" && text.startsWith(quote.repeat(3), at) && (language === "python" || language === "groovy");
  const mark = triple ? quote.repeat(3) : quote;
  const start = at + mark.length;
  let end = start;
  while (end < text.length && !text.startsWith(mark, end)) {
    // An apostrophe in prose is no string: it ends with its line.
    if (
      !triple &&
      quote !== "`" &&
      text.charAt(end) === "\n" &&
      language !== "perl" &&
      language !== "php" &&
      language !== "sql"
    )
      break;
    end += text.charAt(end) === "\\" ? 2 : 1;
  }
  end = Math.min(end, text.length);
  const raw = text.slice(start, end);
  const value =
    (quote === "'" && (language === "perl" || language === "php" || language === "ruby")) || language === "sql"
      ? raw
      : escapes(raw);
  return {
    value,
    start: at,
    end: Math.min(end + mark.length, text.length),
    // Bun and zx run what stands behind a dollar sign.
    shell: quote === "`" && (backtickRuns.has(language) || (language === "javascript" && text.charAt(at - 1) === "$")),
  };
}

const closing: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]", "<": ">" };

function readDelimited(text: string, from: number, found: StringLiteral[], shell = true): number {
  const at = from + (/^\s*/.exec(text.slice(from, from + 4))?.[0].length ?? 0);
  const open = text.charAt(at);
  const end = text.indexOf(closing[open] ?? open, at + 1);
  if (open === "" || end < 0) return from;
  found.push({ value: text.slice(at + 1, end), start: from, end: end + 1, shell });
  return end;
}
