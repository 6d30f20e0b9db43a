// Fallback: reads shell text word by word when it cannot be parsed, so that something can still be seen.
import type { Frame, Inspection } from "./inspection.ts";
import { limits } from "./limits.ts";
import { programName } from "./program-name.ts";

const mostCommands = 100;
const leading = /^(?:then|do|else|elif|if|while|until|time|!|\{|\()$/;

/** Adds the commands that the parser did not find; `from` is where this text's own commands begin. */
export function fallbackCommands(inspection: Inspection, text: string, frame: Frame, from: number): void {
  const known = new Set(inspection.commands.slice(from).map((command) => command.program));
  const seen = new Set<string>();
  for (const words of splitCommands(text)) {
    const program = programName(words[0] ?? "", inspection.world);
    const line = words.join(" ");
    if (program === "" || known.has(program) || seen.has(line)) continue;
    seen.add(line);
    if (seen.size > mostCommands || inspection.budget.commands <= 0) return;
    inspection.budget.commands -= 1;
    inspection.run.command(
      {
        words,
        unknownProgram: false,
        guess: words[0] ?? "",
        text: line,
        start: 0,
        end: 0,
        redirects: [],
        assignments: {},
      },
      { ...frame, depth: frame.depth + 1, literal: false },
    );
  }
}

/** Commands as lists of words: quotes are honoured where they close on the same line. */
function splitCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word = "";
  let open = false;
  const endWord = (): void => {
    if (open && !(words.length === 0 && (leading.test(word) || /^\w+=/.test(word)))) words.push(word);
    word = "";
    open = false;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  const length = Math.min(text.length, 2 * limits.glimpseCharacters);
  for (let at = 0; at < length; at += 1) {
    const letter = text.charAt(at);
    if (letter === "'" || letter === '"') {
      const close = text.indexOf(letter, at + 1);
      open = true;
      if (close < 0 || close - at > 2_000) continue;
      word += text.slice(at + 1, close);
      at = close;
    } else if (letter === "\\") {
      at += 1;
      if (text.charAt(at) !== "\n") word += text.charAt(at);
      open = true;
    } else if (letter === " " || letter === "\t" || letter === "\r") endWord();
    else if (";|&\n()`".includes(letter)) endCommand();
    else if (letter === "$" && text.charAt(at + 1) === "(") {
      endCommand();
      at += 1;
    } else if (letter === "<" || letter === ">") endWord();
    else {
      word += letter;
      open = true;
    }
  }
  endCommand();
  return commands;
}
