// Options: walks a program's arguments and tells options, their values and operands apart.

export interface OptionRules {
  /** Letters of short options that take a value: `-o file` or `-ofile`. */
  readonly short?: string;
  /** Long options that take a value, without dashes: `--output file` or `--output=file`. */
  readonly long?: readonly string[];
  /** Everything after the first operand is an operand, as for programs that run another. */
  readonly stopAtOperand?: boolean;
  /** Long options may start with one dash (find, java, terraform …). */
  readonly singleDash?: boolean;
}

export interface Option {
  /** `-o` or `--output`. */
  readonly name: string;
  readonly value: string | undefined;
}

export interface Parsed {
  readonly options: readonly Option[];
  readonly operands: readonly string[];
  /** Index of the first operand in the arguments, or their number. */
  readonly first: number;
}

export function parseOptions(words: readonly string[], rules: OptionRules): Parsed {
  const options: Option[] = [];
  const operands: string[] = [];
  let first = words.length;
  let ended = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (ended || word.length < 2 || word.charCodeAt(0) !== 45) {
      if (operands.length === 0) first = at;
      operands.push(word);
      if (rules.stopAtOperand === true) ended = true;
      continue;
    }
    if (word === "--") {
      ended = true;
      continue;
    }
    at +=
      word.charCodeAt(1) === 45 || rules.singleDash === true ? long(word, words[at + 1]) : short(word, words[at + 1]);
  }
  return { options, operands, first };

  function long(word: string, next: string | undefined): number {
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    if (equals >= 0) options.push({ name, value: word.slice(equals + 1) });
    else if (rules.long?.includes(name.replace(/^--?/, "")) === true) {
      options.push({ name, value: next });
      return 1;
    } else options.push({ name, value: undefined });
    return 0;
  }

  function short(word: string, next: string | undefined): number {
    for (let at = 1; at < word.length; at += 1) {
      const letter = word.charAt(at);
      if (rules.short?.includes(letter) !== true) {
        options.push({ name: `-${letter}`, value: undefined });
        continue;
      }
      const attached = word.slice(at + 1);
      options.push({ name: `-${letter}`, value: attached === "" ? next : attached });
      return attached === "" ? 1 : 0;
    }
    return 0;
  }
}

export function optionValue(parsed: Parsed, ...names: readonly string[]): string | undefined {
  return parsed.options.find((option) => names.includes(option.name))?.value;
}
