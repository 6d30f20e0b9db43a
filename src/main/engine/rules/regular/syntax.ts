// The syntax of `matches()`: regular expressions as RE2 reads them, without what needs backtracking.

export type Node =
  | { readonly kind: "empty" }
  | { readonly kind: "character"; readonly test: (code: number) => boolean; readonly literal?: string }
  | { readonly kind: "assertion"; readonly what: Assertion }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly items: readonly Node[] }
  | { readonly kind: "repeat"; readonly item: Node; readonly least: number; readonly most: number };

export type Assertion = "begin" | "end" | "line_begin" | "line_end" | "word" | "not_word";

/** What is wrong with a regular expression, and where. */
export class RegularSyntaxError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const maximumRepeat = 200;
const maximumDepth = 50;

interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiLine: boolean;
}

type Test = (code: number) => boolean;

const isDigit: Test = (code) => code >= 48 && code <= 57;
export const isWord: Test = (code) =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const isSpace: Test = (code) => code === 32 || (code >= 9 && code <= 13);
const not =
  (test: Test): Test =>
  (code) =>
    !test(code);
const classes: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7 };
const assertions: Readonly<Record<string, Assertion>> = { b: "word", B: "not_word", A: "begin", z: "end" };

export function parseRegular(source: string): Node {
  const parser = new Parser(source);
  return parser.parse();
}

class Parser {
  #at = 0;
  #depth = 0;
  #flags: Flags = { ignoreCase: false, dotAll: false, multiLine: false };
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) this.#fail("There is a closing parenthesis too many.");
    return node;
  }

  #choice(): Node {
    this.#depth += 1;
    if (this.#depth > maximumDepth) this.#fail("It is nested too deeply.");
    const items = [this.#sequence()];
    while (this.#take("|")) items.push(this.#sequence());
    this.#depth -= 1;
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "choice", items };
  }

  #sequence(): Node {
    const items: Node[] = [];
    while (this.#at < this.#source.length && this.#peek() !== "|" && this.#peek() !== ")") items.push(this.#repeated());
    return { kind: "sequence", items };
  }

  #repeated(): Node {
    const start = this.#at;
    const item = this.#atom();
    const bounds = this.#bounds();
    if (bounds === undefined) return item;
    if (item.kind === "assertion") this.#fail("There is nothing to repeat here.", start);
    this.#take("?");
    if (this.#peek() === "+" || this.#peek() === "*") this.#fail("Write a group around what is repeated twice.");
    return { kind: "repeat", item, least: bounds[0], most: bounds[1] };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take("*")) return [0, Infinity];
    if (this.#take("+")) return [1, Infinity];
    if (this.#take("?")) return [0, 1];
    const counted = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(this.#source.slice(this.#at, this.#at + 12));
    if (counted === null) return undefined;
    const least = Number(counted[1]);
    const most = counted[2] === undefined ? least : counted[3] === "" ? Infinity : Number(counted[3]);
    if (most < least) this.#fail("The second number is smaller than the first.");
    if (least > maximumRepeat || (most !== Infinity && most > maximumRepeat))
      this.#fail(`Repeat at most ${maximumRepeat} times.`);
    this.#at += counted[0].length;
    return [least, most];
  }

  #atom(): Node {
    const character = this.#next();
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return this.#character(this.#set());
      case ".":
        return this.#flags.dotAll
          ? { kind: "character", test: () => true }
          : { kind: "character", test: (code) => code !== 10 };
      case "^":
        return { kind: "assertion", what: this.#flags.multiLine ? "line_begin" : "begin" };
      case "$":
        return { kind: "assertion", what: this.#flags.multiLine ? "line_end" : "end" };
      case "*":
      case "+":
      case "?":
        return this.#fail("There is nothing to repeat here.", this.#at - 1);
      case "\\":
        return this.#escape();
      default:
        return this.#literal(character);
    }
  }

  #group(): Node {
    const before = this.#flags;
    if (this.#take("?")) {
      if (/^(?:<?[=!])/.test(this.#source.slice(this.#at, this.#at + 2))) {
        this.#fail("Looking ahead or behind is not supported.", this.#at - 2);
      }
      const head = /^(?:P?<[A-Za-z_]\w*>|([ims]*)(?:-([ims]*))?(:|\)))/.exec(
        this.#source.slice(this.#at, this.#at + 80),
      );
      if (head === null) this.#fail("This kind of group is not supported.", this.#at - 2);
      this.#at += head[0].length;
      this.#flags = withFlags(withFlags(before, head[1] ?? "", true), head[2] ?? "", false);
      if (head[3] === ")") return { kind: "empty" };
    }
    const node = this.#choice();
    if (!this.#take(")")) this.#fail("A closing parenthesis is missing.");
    this.#flags = before;
    return node;
  }

  #escape(): Node {
    const start = this.#at - 1;
    const letter = this.#peek();
    const assertion = letter === undefined ? undefined : assertions[letter];
    if (assertion !== undefined) {
      this.#at += 1;
      return { kind: "assertion", what: assertion };
    }
    if (letter !== undefined && /[1-9]/.test(letter)) this.#fail("Back references are not supported.", start);
    const escaped = this.#escaped(start);
    return typeof escaped === "number" ? this.#literal(String.fromCodePoint(escaped)) : this.#character(escaped);
  }

  #escaped(start: number): number | Test {
    const letter = this.#next();
    const test = classes[letter];
    if (test !== undefined) return test;
    const control = controls[letter];
    if (control !== undefined) return control;
    if (letter === "x") {
      const digits = /^(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/.exec(this.#source.slice(this.#at, this.#at + 8));
      const code = digits === null ? Number.NaN : Number.parseInt(digits[1] ?? digits[2] ?? "", 16);
      if (digits === null || !(code <= 0x10ffff)) this.#fail("Write \\x with two hexadecimal digits.", start);
      this.#at += digits[0].length;
      return code;
    }
    if (/[A-Za-z0-9]/.test(letter)) this.#fail(`The escape \\${letter} is not supported.`, start);
    return letter.codePointAt(0) ?? 0;
  }

  #set(): Test {
    const start = this.#at - 1;
    const negated = this.#take("^");
    const tests: Test[] = [];
    let first = true;
    while (first || this.#peek() !== "]") {
      first = false;
      if (this.#at >= this.#source.length) this.#fail("A closing bracket is missing.", start);
      if (this.#source.startsWith("[:", this.#at)) this.#fail("Named classes are not supported: write the characters.");
      const low = this.#take("\\") ? this.#escaped(this.#at - 1) : (this.#next().codePointAt(0) ?? 0);
      if (typeof low !== "number") {
        tests.push(low);
        continue;
      }
      if (this.#peek() === "-" && this.#source[this.#at + 1] !== "]" && this.#at + 1 < this.#source.length) {
        this.#at += 1;
        const high = this.#take("\\") ? this.#escaped(this.#at - 1) : (this.#next().codePointAt(0) ?? 0);
        if (typeof high !== "number" || high < low) this.#fail("The range is the wrong way round.", start);
        tests.push((code) => code >= low && code <= high);
      } else tests.push((code) => code === low);
    }
    this.#at += 1;
    const any = this.#folded((code) => tests.some((test) => test(code)));
    return negated ? not(any) : any;
  }

  #literal(character: string): Node {
    const wanted = character.codePointAt(0) ?? 0;
    const node = this.#character(this.#folded((code) => code === wanted));
    return this.#flags.ignoreCase ? node : { ...node, literal: character };
  }

  #character(test: Test): Node & { readonly kind: "character" } {
    return { kind: "character", test };
  }

  #folded(test: Test): Test {
    if (!this.#flags.ignoreCase) return test;
    return (code) => {
      const character = String.fromCodePoint(code);
      const other = [character.toLowerCase(), character.toUpperCase()];
      return test(code) || other.some((spelling) => test(spelling.codePointAt(0) ?? 0));
    };
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) this.#fail("It ends too early.");
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #fail(message: string, offset = this.#at): never {
    throw new RegularSyntaxError(message, offset);
  }
}

function withFlags(flags: Flags, letters: string, value: boolean): Flags {
  return {
    ignoreCase: letters.includes("i") ? value : flags.ignoreCase,
    dotAll: letters.includes("s") ? value : flags.dotAll,
    multiLine: letters.includes("m") ? value : flags.multiLine,
  };
}
