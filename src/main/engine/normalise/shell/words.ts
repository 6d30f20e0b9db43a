// Words: what the shell makes of a word before it runs the command, as far as that can be told from the text.
import { parse } from "unbash";
import type {
  Assignment,
  CommandExpansionPart,
  ParameterExpansionPart,
  ParsedScript,
  ProcessSubstitutionPart,
  Word,
  WordPart,
} from "unbash";
import { expandBraces } from "./braces.ts";
import { splitFields, withoutNewlines } from "./fields.ts";
import {
  inText,
  scriptsInArithmetic,
  scriptsInParameter,
  scriptsInParts,
  scriptsInSubscripts,
  scriptsInText,
  scriptsInWord,
} from "./inner-scripts.ts";
import type { InnerScript } from "./inner-scripts.ts";
import { limits } from "../limits.ts";
import type { Printed } from "../programs/definition.ts";
import { applyOperation } from "./parameters.ts";
import { isAnyOf, lookup } from "./scope.ts";
import type { Scope, Value } from "./scope.ts";

export interface WordReader {
  readonly scope: Scope;
  readonly home: string;
  /** What a substitution prints, when that can be told without running it. */
  readonly outputOf: (script: ParsedScript) => Printed | undefined;
}

/** Expands words one after another; `fields` grows, and the rest says what was met on the way. */
export class Expansion {
  readonly fields: string[] = [];
  readonly scripts: InnerScript[] = [];
  /** Encodings a part was taken out of. */
  readonly decoders: string[] = [];
  /** A field holds something only the running shell knows. */
  unknown = false;
  /** The first field does: the program itself is not known. */
  unknownProgram = false;
  /** The variable that makes it unknown, when its possible values are. */
  alternatives: { readonly name: string; readonly values: readonly string[] } | undefined;
  readonly #reader: WordReader;
  readonly #dropUnknown: boolean;
  #current = "";
  #open = false;

  /** With `dropUnknown` unknown parts vanish, which gives the best guess at a program's name. */
  constructor(reader: WordReader, dropUnknown = false) {
    this.#reader = reader;
    this.#dropUnknown = dropUnknown;
  }

  word(word: Word): void {
    const parts = word.parts;
    if (parts === undefined) {
      this.fields.push(word.value);
      return;
    }
    if (parts.some((part) => part.type === "BraceExpansion")) {
      this.#braces(word, parts);
      return;
    }
    this.#parts(parts);
    this.#close();
  }

  /** `name=value` among the arguments: one field, never split. */
  assignment(assignment: Assignment): void {
    const value = this.value(assignment);
    this.fields.push(
      `${assignment.name}${assignment.append === true ? "+" : ""}=${asText(value) ?? rawValue(assignment)}`,
    );
  }

  value(assignment: Assignment): Value {
    const given = assignment.value;
    if (assignment.index !== undefined) this.scripts.push(...scriptsInWord(assignment.index));
    if (given.type === "ArrayValue") {
      const nested = new Expansion(this.#reader);
      for (const element of given.elements) nested.word(element);
      this.scripts.push(...nested.scripts);
      return nested.unknown ? null : nested.fields;
    }
    const before = this.scripts.length;
    const nested = this.#nested(given);
    for (const hidden of scriptsInSubscripts(nested.text))
      if (!this.scripts.slice(before).some((known) => known.text === hidden.text)) this.scripts.push(hidden);
    return nested.unknown ? null : nested.text;
  }

  /** The text of a word as if it were in double quotes. */
  quoted(word: Word): string {
    return this.#nested(word).text;
  }

  #nested(word: Word): { readonly text: string; readonly unknown: boolean } {
    if (word.parts === undefined) return { text: word.value, unknown: false };
    const nested = new Expansion(this.#reader, this.#dropUnknown);
    for (const part of word.parts) nested.#part(part, true);
    nested.#close();
    this.scripts.push(...nested.scripts);
    this.decoders.push(...nested.decoders);
    return { text: nested.fields[0] ?? "", unknown: nested.unknown };
  }

  #braces(word: Word, parts: readonly WordPart[]): void {
    const words = expandBraces(word.text);
    const source = words === undefined ? "" : `: ${words.join(" ")}`;
    const script = words === undefined ? undefined : parse(source);
    const command = script?.commands[0]?.command;
    if (script?.errors !== undefined || command?.type !== "Command") {
      this.#parts(parts);
      this.#close();
      return;
    }
    const before = this.scripts.length;
    for (const item of command.args) {
      if (item.type === "Assignment") this.assignment(item);
      else if (item.parts === undefined || item.parts.some((part) => part.type === "BraceExpansion")) {
        this.fields.push(item.value);
      } else this.word(item);
    }
    for (const inner of this.scripts.splice(before)) this.scripts.push(inText(inner, source));
  }

  #parts(parts: readonly WordPart[]): void {
    for (const part of parts) this.#part(part, false);
  }

  #part(part: WordPart, quoted: boolean): void {
    switch (part.type) {
      case "Literal":
        this.#append(part.value);
        break;
      case "Glob":
        if (part.parts !== undefined) this.scripts.push(...scriptsInParts(part.parts));
        this.#append(part.value);
        break;
      case "SingleQuoted":
      case "AnsiCQuoted":
        this.#append(part.value);
        this.#open = true;
        break;
      case "DoubleQuoted":
      case "LocaleString":
        this.#open = true;
        for (const child of part.parts) this.#part(child, true);
        break;
      case "SimpleExpansion":
        this.#variable(part.text.slice(1), part.text, quoted);
        break;
      case "ParameterExpansion":
        this.#parameter(part, quoted);
        break;
      case "CommandExpansion":
        this.#substitution(part, quoted);
        break;
      case "ArithmeticExpansion":
        if (part.text.includes("`") || part.text.includes("$(", 2))
          this.scripts.push(...scriptsInArithmetic(part.expression));
        this.#unknown(part.text);
        break;
      case "ProcessSubstitution":
        this.#process(part);
        break;
      case "ExtendedGlob":
      case "BraceExpansion":
        this.scripts.push(...scriptsInParts(part.parts));
        this.#append(part.text);
        break;
    }
  }

  #script(part: CommandExpansionPart): ParsedScript | undefined {
    const script = part.script;
    this.scripts.push({ label: "$()", text: part.text, script });
    return script;
  }

  #process(part: ProcessSubstitutionPart): void {
    const { text, script, operator } = part;
    const printed = operator === "<" && script !== undefined ? this.#reader.outputOf(script)?.text : undefined;
    const label = operator === "<" ? "<()" : ">()";
    this.scripts.push({ label, text, script, ...(printed === undefined ? {} : { printed }) });
    this.#unknown(text);
  }

  #substitution(part: CommandExpansionPart, quoted: boolean): void {
    const script = this.#script(part);
    const output = script === undefined ? undefined : this.#reader.outputOf(script);
    if (output === undefined) this.#unknown(part.text);
    else {
      if (output.decoder !== undefined) this.decoders.push(output.decoder);
      this.#known(withoutNewlines(output.text), quoted);
    }
  }

  #variable(name: string, text: string, quoted: boolean): void {
    const value = lookup(this.#reader.scope, name);
    if (typeof value === "string") this.#known(value, quoted);
    else if (value === undefined) this.#unassigned(name, text, quoted);
    else if (value === null) this.#unknown(text);
    else if (isAnyOf(value)) this.#anyOf(name, text, value.anyOf);
    else this.#list(name, value, quoted);
  }

  #unassigned(name: string, text: string, quoted: boolean): void {
    // Outside a function and a script file the shell has no positional parameters.
    if (name === "@" || name === "*" || (name >= "1" && name <= "9")) {
      if (this.#dropUnknown) return;
      if (this.fields.length === 0) {
        this.#append("");
        return;
      }
      this.#unknown(text);
    } else if (name === "IFS") this.#known(" \t\n", quoted);
    else if (name === "HOME" || name === "PWD") this.#append(text);
    else if (name === "0" || name === "SHELL" || name === "BASH") this.#append(this.fields.length === 0 ? "sh" : text);
    else this.#unknown(text);
  }

  /** As a program: tried one after the other. As an argument: every value it takes, as separate words. */
  #anyOf(name: string, text: string, values: readonly string[]): void {
    if (this.fields.length === 0) {
      this.alternatives ??= { name, values };
      this.#unknown(text);
      return;
    }
    const before = this.#current;
    values.forEach((value, index) => {
      if (index > 0) this.#close();
      this.#current = before + value;
      this.#open = true;
    });
  }

  #list(name: string, values: readonly string[], quoted: boolean): void {
    if (name === "*" && quoted) {
      this.#append(values.join(" ").slice(0, limits.expandedCharacters));
      this.#open = true;
      return;
    }
    if (name === "@" || name === "*" || !quoted) {
      values.forEach((value, index) => {
        if (index > 0) this.#close();
        this.#append(value);
        this.#open = true;
      });
      return;
    }
    this.#append(values[0] ?? "");
    this.#open = true;
  }

  #parameter(part: ParameterExpansionPart, quoted: boolean): void {
    const before = this.scripts.length;
    const value = this.#parameterValue(part);
    // What was read on the way to the value is there already.
    if (part.index !== undefined || part.operation !== undefined) {
      const read = new Set(this.scripts.slice(before).map((script) => script.text));
      const settled = value !== undefined && lookup(this.#reader.scope, part.parameter) !== undefined;
      const needed = settled ? scriptsInWord(part.index) : scriptsInParameter(part);
      this.scripts.push(...needed.filter((script) => !read.has(script.text)));
    }
    if (value !== undefined) this.#known(value, quoted);
    else if (part.operation === undefined && part.prefix === undefined && part.index === undefined) {
      this.#variable(part.parameter, part.text, quoted);
    } else if (part.index?.value === "@" || part.index?.value === "*") {
      const list = lookup(this.#reader.scope, part.parameter);
      if (
        part.operation === undefined &&
        part.prefix === undefined &&
        typeof list === "object" &&
        list !== null &&
        !isAnyOf(list)
      ) {
        this.#list(part.index.value, list, quoted);
      } else this.#unknown(part.text);
    } else this.#unknown(part.text);
  }

  #parameterValue(part: ParameterExpansionPart): string | undefined {
    if (part.operation === undefined && part.prefix === undefined && part.index === undefined) return undefined;
    const scope = this.#reader.scope;
    let known = lookup(scope, part.parameter);
    if (known === null || isAnyOf(known)) return undefined;
    if (typeof known === "object") {
      const at = Number(part.index?.value ?? "0");
      known = Number.isInteger(at) ? known[at] : undefined;
    }
    const value = known ?? this.#environment(part.parameter);
    if (part.prefix === "#") return value === undefined ? undefined : String(value.length);
    if (part.prefix === "!") {
      const target = value === undefined ? undefined : lookup(scope, value);
      return typeof target === "string" && part.operation === undefined ? target : undefined;
    }
    if (part.operation === undefined) return value;
    // `${a@P}` expands its value once more, as a prompt.
    if (part.operation.type === "Transform" && part.operation.operand.value === "P" && value !== undefined)
      this.scripts.push(...scriptsInText(value));
    return applyOperation(value, part.operation, (word) => {
      const nested = this.#nested(word);
      return nested.unknown && !this.#dropUnknown ? undefined : nested.text;
    });
  }

  /** Variables every shell has; attackers cut letters out of them (`${PATH:0:1}` is a slash). */
  #environment(name: string): string | undefined {
    if (name === "HOME") return this.#reader.home;
    if (name === "PWD") return this.#reader.scope.directories[0] ?? "/";
    if (name === "PATH") return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    return name === "SHELL" || name === "BASH" ? "/bin/bash" : undefined;
  }

  #known(value: string, quoted: boolean): void {
    if (quoted) {
      this.#append(value);
      this.#open = true;
      return;
    }
    const separators = lookup(this.#reader.scope, "IFS");
    const pieces = splitFields(value, typeof separators === "string" ? separators : " \t\n");
    pieces.forEach((piece, index) => {
      if (index > 0) this.#close();
      this.#append(piece);
    });
  }

  #unknown(text: string): void {
    this.unknown = true;
    if (this.fields.length === 0) this.unknownProgram = true;
    if (!this.#dropUnknown) this.#append(text);
  }

  #append(text: string): void {
    if (this.#current.length + text.length > limits.expandedCharacters) return;
    this.#current += text;
    if (text !== "") this.#open = true;
  }

  #close(): void {
    if (this.#open && this.fields.length < limits.fields * 16) this.fields.push(this.#current);
    this.#current = "";
    this.#open = false;
  }
}

function asText(value: Value): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function rawValue(assignment: Assignment): string {
  const at = assignment.text.indexOf("=");
  return assignment.text.slice(at + 1);
}
