// Definition: everything phase 1 knows about one program, in one place.
import type { CommandFact, Effect } from "../../../../shared/domain/facts.ts";
import type { Invocation, Parsed } from "./parse.ts";
import type { Recorder } from "./recorder.ts";
import type { Unwrapped } from "./carry.ts";

export type Access = "read" | "write" | "delete" | "execute";

/**
 * What an operand or the value of an option is. A path is recorded with that access, `metadata` is a path of which only the
 * name, size or mode matters, a `path` is read and an `output` written if it looks like a path, a `url` or `host` is a connection, `shell` is a
 * command line the program runs, and `command` is a command in the words that follow, up to `;` or `{} +` (`find -exec`).
 */
export type Kind = Access | "metadata" | "path" | "output" | "url" | "host" | "shell" | "command" | "text";

export interface Syntax {
  /**
   * Options as a manual page lists them; the last name is the one facts use:
   * "-f, --force", "-o, --output <write>", "--color[=<text>]" (a value only when joined), "--arg <text> <text>" (two
   * values, each a fact of its own).
   */
  readonly options?: readonly string[];
  /** What the operands are: all alike, or by position. Without it they are not files. Subcommands inherit it. */
  readonly operands?: Kind | Operands;
  /** Options (by the name facts use) that make it act on everything below a folder. */
  readonly recursive?: readonly string[] | "always";
  readonly effects?: readonly Effect[];
  /** Keys may list synonyms: "install|i|add". The first is the one facts use. */
  readonly subcommands?: Readonly<Record<string, Syntax>>;
  /** How many words its subcommands have when they are too many to list: 2 for `aws s3 cp`. */
  readonly depth?: number;
  /** Options that are not listed take the next word as their value: `docker run` has too many to list. */
  readonly unlisted?: "valued";
  /** What it prints, as far as its arguments and its input tell. Nothing is run. */
  readonly prints?: "nothing" | "input" | Prints;
  /** After this many operands everything is an operand: 1 for `env cmd …`, 2 for `timeout 5 cmd …`. */
  readonly stopAfter?: number;
  /** Operands come first: after any option but these, other words belong to an expression (`find . -name x`). */
  readonly operandsBefore?: readonly string[];
  /** It runs the command in its operands or in the value of an option. */
  readonly carries?: Carries | Carry;
  /**
   * URLs in its arguments are only text, or `describe` records them ("ignore"), or they are text unless another command
   * gets to read what the program prints ("printed"). Otherwise each one is a connection.
   */
  readonly urls?: "ignore" | "printed";
  /** It prints the names of files: those in its operands (or here), or those it reads. `ls ~ | xargs rm` reaches them. */
  readonly lists?: "operands" | "input" | ((invocation: Invocation) => readonly string[] | undefined);
  /**
   * - gnu (the default): `-abc` is three options, long ones may be abbreviated.
   * - long: options are words after one or two dashes (find, java, terraform, openssl).
   * - bundled: as gnu, but the first word may lack its dash (`tar xzf`, `ps aux`).
   * - words: there are no options; operands are `key=value` or free text (dd, test), or another command line.
   * - windows: options start with `/` or `-` and ignore case.
   * Subcommands inherit it.
   */
  readonly style?: "gnu" | "long" | "bundled" | "words" | "windows";
  /** It runs code of a language. */
  readonly interprets?: Interprets;
  /** It makes a program of source code, which may come on standard input. */
  readonly compiles?: Compiles;
  /** Whether it presses keys, clicks or answers notifications, so that it could approve a request by itself. */
  readonly controlsInput?: (command: CommandFact) => boolean;
  /** It is made to run many things: a shell that its arguments name by its path is taken to be started. */
  readonly startsShells?: boolean;
  /** What options and operands alone cannot say. Runs after them. */
  readonly describe?: Describe;
}

export type Prints = (invocation: Invocation, input: string | undefined) => Printed | undefined;

export interface Printed {
  readonly text: string;
  /** The encoding it was decoded from, if any. */
  readonly decoder?: string;
}

export type Describe = (command: CommandFact, record: Recorder) => void;

export interface Operands {
  readonly first?: Kind;
  readonly rest?: Kind;
  /** Only when there are at least two operands. */
  readonly last?: Kind;
  /** With one of these options there is no first operand of its own: `grep -e pattern file`. */
  readonly firstGivenBy?: readonly string[];
  /** With one of these options there is no last operand of its own: `cp -t folder file`. */
  readonly lastGivenBy?: readonly string[];
  /** With one of these options the rest is written instead: `sed -i`. */
  readonly writesWith?: readonly string[];
}

export interface Interprets {
  readonly language: string;
  /** Options whose value is code, by the names facts use. */
  readonly options?: readonly string[];
  /** Which operand is code when no option carries it: the first of awk. */
  readonly operand?: number;
  /** With one of these options no operand is code or a file to run: `awk -f file`, `python -m module`. */
  readonly operandsOfOther?: readonly string[];
  /** The first operand is a file to run. */
  readonly file?: boolean;
  /** Without code and file it runs its standard input. */
  readonly input?: boolean;
}

export interface Compiles {
  readonly language: string;
  /** The word by which it runs the program at once; without it only writes one. */
  readonly runsWith?: RegExp;
}

/** How a wrapper carries its command. */
export interface Carries {
  /** Operands before the command: `timeout 5 cmd` has one. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assignments?: boolean;
  /** The wrapper's own arguments matter too (which container, which host), so it is a command of its own as well. */
  readonly both?: boolean;
  /** The operands are one shell text, as for `watch` and `ssh`. */
  readonly shell?: boolean;
  /** Options whose value is the command as shell text: `script -c`. */
  readonly code?: readonly string[];
  readonly label?: string;
  /** It runs on another machine or in a container. */
  readonly elsewhere?: boolean;
}

export type Carry = (parsed: Parsed, feed: Feed) => Unwrapped | undefined;

/** What a wrapper reads: its standard input, when that is known, or the folders whose content it names. */
export interface Feed {
  readonly program: string;
  readonly words: readonly string[];
  readonly input: string | undefined;
  readonly listed: readonly string[] | undefined;
}

export interface Definition extends Syntax {
  /** The program's names. A version at the end (`python3.12`) is ignored when it is looked up. */
  readonly names: readonly string[];
  /** At least one that shows what the program does and one that looks similar and does not. */
  readonly examples: readonly Example[];
}

/**
 * A command line and the facts it must give: every member that is present is compared exactly, and every kind of file access,
 * host or effect that is absent must not occur.
 */
export interface Example {
  readonly run: string;
  readonly subcommand?: string;
  readonly options?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly deletes?: readonly string[];
  readonly executes?: readonly string[];
  /** Programs it makes; they are among `writes` too. */
  readonly builds?: readonly string[];
  readonly hosts?: readonly string[];
  /** Without `execute`, which every command has, and without those that files and hosts imply. */
  readonly effects?: readonly Effect[];
  /** Programs of the commands found inside it. */
  readonly runs?: readonly string[];
}
